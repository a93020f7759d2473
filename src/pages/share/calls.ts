/** The calls of visitors' forms, in addition to those of all forms. */
export const loadCalls = () => import('./visitor-calls.ts')
