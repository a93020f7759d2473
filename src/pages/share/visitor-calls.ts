export { shareAccess } from '#contract/share-access.ts'
export * from '../account-calls.ts'
