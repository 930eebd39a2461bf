// A build plugin: a JSON file becomes a text that `JSON.parse` reads when its chunk is loaded. V8 needs much longer to
// compile a large table as an expression than to parse such a text.

export const parsedJson = {
  name: "parsed-json",
  transform: {
    filter: { id: /\.json$/ },
    handler(code) {
      const text = JSON.stringify(JSON.parse(code));
      return { code: `export default /* @__PURE__ */ JSON.parse(${JSON.stringify(text)});`, moduleType: "js" };
    },
  },
};
