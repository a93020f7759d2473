import type { SpacePart } from '#server/space-part.ts'

export const protocolsPart: SpacePart = { name: 'protocols', tables: ['incoming', 'unfinished'] }
