import spaces from './spaces/index.tsx'

/** Every resource of the console, in menu order. */
export const resources = [spaces]
export const refineResources = resources.map((resource) => resource.refine)
