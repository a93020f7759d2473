/** What speaks with the server and knows its rules comes when a form is touched: the page itself reads without it. */
export type Calls = typeof import('./account-calls.ts')
export const loadCalls = (): Promise<Calls> => import('./account-calls.ts')
