/**
 * Roles that an owner can view the space as; `stranger`: a signed-in person who is no member. No schemas here: every
 * page loads this file.
 */
export const viewAsRoles = ['senior', 'normal', 'stranger'] as const
export type ViewAsRole = (typeof viewAsRoles)[number]
/** The role as which an owner views a space, and the space. */
export type ViewAs = { spaceId: string; role: ViewAsRole }
/** Request header for viewing as a role: `<spaceId> <role>`. */
export const VIEW_AS_HEADER = 'view-as'
/** Parses a role; null when it is none. */
export const viewAsRoleOf = (text: unknown): ViewAsRole | null => viewAsRoles.find((role) => role === text) ?? null
