// Replaces a package that is never used.
export {};
