import spaces from './spaces/index.tsx'
import users from './users/index.tsx'

/** Every resource of the console, in menu order. */
export const resources = [spaces, users]
export const refineResources = resources.map((resource) => resource.refine)
