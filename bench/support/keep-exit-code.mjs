// Loaded before a row. The package that starts PostgreSQL ends the process with code 0 when there is nothing left to do, whatever the row said
// before: a row that failed stays failed.
const { exit } = process;
process.exit = (code) => exit.call(process, code || process.exitCode || 0);
