export { shareDoor } from '#contract/share-door.ts'
export * from '../account-calls.ts'
