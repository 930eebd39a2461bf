/** The only function of this old library that is used here. */
declare module "js-yaml-3" {
  const yaml: { safeLoad(text: string): unknown };
  export default yaml;
}
