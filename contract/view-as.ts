/** What an owner may look at the space as; `stranger`: somebody signed in who is no member. Without schemas: every page loads it. */
export const viewAsRoles = ['senior', 'normal', 'stranger'] as const
export type ViewAsRole = (typeof viewAsRoles)[number]
/** The role as which an owner views a space, and the space. */
export type ViewAs = { spaceId: string; role: ViewAsRole }
/** Header of a call that asks for it, as `<spaceId> <role>`. */
export const VIEW_AS_HEADER = 'view-as'
/** One of the roles, or null. */
export const viewAsRoleOf = (text: unknown): ViewAsRole | null => viewAsRoles.find((role) => role === text) ?? null
