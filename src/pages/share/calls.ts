/** What a visitor's forms speak with, beside what all forms do. */
export const loadCalls = () => import('./visitor-calls.ts')
