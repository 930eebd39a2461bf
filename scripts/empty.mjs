// Stands for a package that is never needed.
export {};
