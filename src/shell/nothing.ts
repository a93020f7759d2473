/** Stands in for modules that a library imports and nothing of ours uses (see vite.config.ts). */
export default () => null
