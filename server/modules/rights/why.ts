import type { ParsedOf } from '#contract/core/operation.ts'
import { can, explain, type FileContext, type Permission, type SpaceContext } from '#contract/core/policy.ts'
import {
  type rights as calls,
  type RoleFlags,
  type Why,
  type WhyAnswer,
  WhyGroup,
  whyGroups,
} from '#contract/rights.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { type FilesModule, holdingOthers } from '#server/modules/files/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { PersonRow, RightsStore } from './store.ts'

type Needs = { db: Db; store: RightsStore; spaces: SpaceService; files: Pick<FilesModule, 'find'> }
type Item = Awaited<ReturnType<FilesModule['find']>>['node']
type FilePermission = Extract<Permission, `file.${'download' | 'edit' | 'delete'}`>

/** Represents any other person. */
const SOMEBODY_ELSE = ''
const inItem = WhyGroup.options.filter((group) => group === 'item')
const inSpace = WhyGroup.options.filter((group) => group !== 'item')
const isOfFile = (permission: Permission): permission is FilePermission =>
  permission === 'file.download' || permission === 'file.edit' || permission === 'file.delete'
const rolesWith = (flags: RoleFlags, flag: RoleFlags['senior'][number]) =>
  (['senior', 'normal'] as const).filter((role) => flags[role].includes(flag))

/** Explains a person's rights with the same function that decides them. */
export function accessExplainer({ db, store, spaces, files }: Needs) {
  async function contextFor(item: Item, space: SpaceContext, personId: string): Promise<FileContext> {
    const othersInside = item.is_folder && (await holdingOthers(db, [item.id], personId)).size > 0
    return { space, authorId: item.author_id, othersInside }
  }

  /** The person's membership in the space; the caller's own as they see it now. */
  function placeOf(person: PersonRow, actor: SignedIn, seen: SpaceContext, flags: RoleFlags): SpaceContext {
    if (person.id === actor.id) return seen
    const { type, status } = seen
    const myFlags = person.role === 'senior' || person.role === 'normal' ? flags[person.role] : []
    return { type, status, myRole: person.role, myFlags }
  }

  return async function why(
    { id, personId, hash }: ParsedOf<typeof calls.why>,
    { actor }: ByActor,
  ): Promise<WhyAnswer> {
    const space = await spaces.see(id, actor)
    const seen = policyContextOf(space)
    const askedId = personId ?? actor.id
    const isMe = askedId === actor.id
    if (!isMe && !can(actor, 'space.explain', seen)) throw new Failure('spaceRightMissing')
    const [person, flags] = await Promise.all([store.person(space.id, askedId), store.ofSpace(space.id)])
    if (!person || (!isMe && !person.role)) throw new Failure('memberUnknown')
    const item = hash ? (await files.find(space.id, hash, actor)).node : null
    const place = placeOf(person, actor, seen, flags)
    const asked = { id: person.id, role: person.systemRole }
    const ofItem = item && (await contextFor(item, place, person.id))
    const answers = (group: WhyGroup): Why[] =>
      whyGroups[group].map((permission) => {
        const file = ofItem ?? { space: place, authorId: group === 'own' ? person.id : SOMEBODY_ELSE }
        const verdict = isOfFile(permission) ? explain(asked, permission, file) : explain(asked, permission, place)
        return { group, permission, isAllowed: verdict.allowed, rule: verdict.rule, flag: verdict.flag ?? null }
      })
    return {
      person: { personId: person.id, personName: person.name, role: place.myRole },
      item: item && {
        name: item.name || space.name,
        authorName: item.author_name,
        isOwn: item.author_id === person.id && !ofItem?.othersInside && !place.isViewAs,
      },
      changers: {
        ownerName: space.owner_name,
        rights: rolesWith(flags, 'S_CONF_PER'),
        members: rolesWith(flags, 'M_EDIT'),
      },
      list: (item ? inItem : inSpace).flatMap(answers),
    }
  }
}
