import {
  BYTES_PER_GB,
  CAPACITY_MAX_GB,
  IDENTIFIER_LENGTH,
  SPACE_INVITATION_DAYS,
  SPACE_NAME_MAX,
  TEXT_MAX,
} from '#contract/core/limits.ts'
import type { SpaceType } from '#contract/core/policy.ts'
import { type GivenRole, Identifier, Picture, type Space, SpaceDraft } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import type { Applications } from '#server/modules/applications/index.ts'
import type { JoiningService } from '#server/modules/joining/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { LegacyAccounts } from './accounts.ts'
import { problem } from './answers.ts'
import { checked, type Parameters, wanted } from './parameters.ts'

/** Types of a space, as the old form says them. */
const TYPES: Readonly<Record<string, SpaceType>> = { private: 'private', limited: 'restricted', public: 'public' }
/** Roles of members: by name, or by the number of before. */
const ROLES: Readonly<Record<string, GivenRole>> = { senior: 'senior', normal: 'normal', '2': 'senior', '3': 'normal' }

type Needs = {
  spaces: SpaceService
  joining: Pick<JoiningService, 'invite'>
  applications: Pick<Applications, 'enter'>
  accounts: LegacyAccounts
}

/** Spaces by the old form. */
export function legacySpaces({ spaces, joining, applications, accounts }: Needs) {
  /** A space that the application may know of. Throws spaceNotFound. */
  async function known(parameters: Parameters, application: SignedIn): Promise<Space> {
    const space = await spaces.show(wanted(parameters, 'spaceId'), application)
    if (space.status === 'pending' || space.status === 'failed') throw problem('pending')
    if (space.status === 'offline') throw problem('offline')
    return space
  }

  function draftOf(parameters: Parameters) {
    const { name: Name, introduction: Introduction, tags: Tags } = SpaceDraft.shape
    const { description = '', tags = '', spaceSize, spaceLogo } = parameters
    const type = TYPES[wanted(parameters, 'type')]
    if (!type) throw problem('characters', 'type')
    const cover = spaceLogo && Picture.safeParse(spaceLogo)
    if (cover && !cover.success) throw problem('characters', 'spaceLogo')
    const list = tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    const told = Tags.safeParse(list)
    if (!told.success) throw problem('length', 'tags')
    return {
      name: checked('spaceName', wanted(parameters, 'spaceName'), {
        schema: Name,
        max: SPACE_NAME_MAX,
        otherwise: 'characters',
      }),
      identifier: checked('spaceCode', wanted(parameters, 'spaceCode'), {
        schema: Identifier,
        max: IDENTIFIER_LENGTH.max,
        otherwise: 'spaceCode',
      }),
      introduction: checked('description', description, { schema: Introduction, max: TEXT_MAX, otherwise: 'length' }),
      tags: list,
      type,
      ...(spaceSize && { size: sizeOf(spaceSize) }),
      ...(cover && { cover: cover.data }),
    }
  }

  /** Gigabytes. */
  function sizeOf(text: string): number {
    const size = Number(text)
    if (!Number.isInteger(size) || size < 1 || size > CAPACITY_MAX_GB) throw problem('length', 'spaceSize')
    return size
  }

  /** A space of this person, with what this person may; the application may look into it. */
  async function create(parameters: Parameters, { actor, ...by }: By) {
    const owner = await accounts.personOf(parameters, 'userId')
    const space = await spaces.create(draftOf(parameters), { ...by, actor: accounts.actingFor(owner, actor) })
    await applications.enter(actor.id, space.id)
    return { spaceId: space.id, spaceCode: space.identifier, status: space.status }
  }

  /** `operaId` invites `userId`, in a space of the application, by the rights that `operaId` has there. */
  async function invite(parameters: Parameters, { actor, ...by }: By) {
    const role = ROLES[wanted(parameters, 'role')]
    if (!role) throw problem('characters', 'role')
    const inviter = await accounts.personOf(parameters, 'operaId')
    const invitee = await accounts.personOf(parameters, 'userId')
    const space = await known(parameters, actor)
    if (!space.myRole) throw new Failure('spaceNotFound')
    const wish = { id: space.id, personIds: [invitee.id], emails: [], role, days: SPACE_INVITATION_DAYS.default }
    const [outcome] = await joining.invite(wish, { ...by, actor: accounts.actingFor(inviter, actor) })
    return {
      spaceId: space.id,
      userId: invitee.id,
      isInvited: outcome?.isDone ?? false,
      reason: outcome?.message ?? '',
    }
  }

  /** Redirects to the page of a space, without signing anyone in. */
  async function details(parameters: Parameters, { actor }: Pick<By, 'actor'>): Promise<string> {
    await accounts.personOf(parameters, 'userId')
    const { homepage } = await known(parameters, actor)
    return homepage
  }

  async function info(parameters: Parameters, { actor }: Pick<By, 'actor'>) {
    const { id, name, identifier, introduction, tags, type, size, owner } = await known(parameters, actor)
    const label = Object.keys(TYPES).find((one) => TYPES[one] === type)
    return {
      spaceId: id,
      spaceName: name,
      spaceCode: identifier,
      description: introduction,
      tags: tags.join(','),
      type: label,
      spaceSize: size,
      userId: owner.personId,
    }
  }

  async function totals(parameters: Parameters, { actor }: Pick<By, 'actor'>) {
    const { id, fileCount, folderCount, usedBytes, memberCount, size } = await known(parameters, actor)
    return {
      spaceId: id,
      fileNum: fileCount,
      folderNum: folderCount,
      dataSize: usedBytes,
      capacity: size * BYTES_PER_GB,
      memberNum: memberCount,
    }
  }

  return { create, invite, details, info, totals }
}
