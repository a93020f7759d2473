import type { SpacePart } from '#server/space-part.ts'

export const tasksPart: SpacePart = { name: 'tasks', tables: ['task', 'task_part'] }
