import type { SpacePart } from '#server/space-part.ts'

export const joiningPart: SpacePart = { name: 'joining', tables: ['join_request', 'space_invitation'] }
