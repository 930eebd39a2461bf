// Replaces `@ai-sdk/gateway` in the bundle. The AI SDK sends requests for a model without a provider to its vendor's
// service. `skillwright agent` never needs this, so the bundle does not contain the code.
const absent = () => {
  throw new Error("a model is an endpoint here, never only a name");
};

export const gateway = new Proxy({}, { get: absent });
export const createGateway = absent;

class Never extends Error {
  static isInstance() {
    return false;
  }
}

export { Never as GatewayAuthenticationError, Never as GatewayError };
