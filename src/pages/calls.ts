/** The code for calls and validation is loaded when a form is first touched; the page can be read without it. */
export type Calls = typeof import('./account-calls.ts')
export const loadCalls = (): Promise<Calls> => import('./account-calls.ts')
