// In place of `@ai-sdk/gateway` in the bundle: the AI SDK sends a model that is only a name to a service of its vendor, and
// `skillwright agent` never asks it to. So the code that could is not even there.
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
