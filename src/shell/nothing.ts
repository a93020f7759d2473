/** Replaces modules that a library imports but our code never uses (see vite.config.ts). */
export default () => null
