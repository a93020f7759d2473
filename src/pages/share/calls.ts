/** The calls of visitors' forms, besides those of all forms. */
export const loadCalls = () => import('./visitor-calls.ts')
