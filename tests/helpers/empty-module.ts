/** Stands for packages that only mark a file, such as `server-only`. */
export {};
