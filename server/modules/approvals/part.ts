import type { SpacePart } from '#server/space-part.ts'

export const approvalsPart: SpacePart = { name: 'approvals', tables: ['approval'] }
