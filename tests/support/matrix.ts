import {
  type Actor,
  type FileContext,
  type Flag,
  flags,
  type PolicyRule,
  type ShareContext,
  type SpaceContext,
  type SpaceType,
} from '#contract/core/policy.ts'

/** People who make links and work with files: the owner's flags are not checked; the others lose one flag at a time. */
export const makers = ['owner', 'senior', 'normal'] as const
export type Maker = (typeof makers)[number]

/** Flags that decide about files and links; no other flag may change anything, so one stands for all others. */
const deciding = [
  'F_MAKE',
  'F_EDIT_AM',
  'F_EDIT_OT',
  'F_DOWN_AM',
  'F_DOWN_OT',
  'F_DEL_AM',
  'F_DEL_OT',
  'F_SHAR_SPACE',
  'F_SHAR_FILE_AM',
  'F_SHAR_FILE_OT',
  'P_ADD',
] as const satisfies readonly Flag[]

/** A space during a round of the matrix: its type, and the flag that senior and normal members lack. */
export type Round = { type: SpaceType; lacks: Flag | null }
export const rounds: readonly Round[] = [
  ...[null, ...deciding].map((lacks) => ({ type: 'private' as const, lacks })),
  ...([null, 'F_DOWN_AM', 'F_DOWN_OT', 'F_SHAR_FILE_AM', 'F_SHAR_FILE_OT'] as const).map((lacks) => ({
    type: 'public' as const,
    lacks,
  })),
]
export const flagsIn = ({ lacks }: Round): Flag[] => flags.filter((flag) => flag !== lacks)

const spaceContext = (maker: Maker, round: Round): SpaceContext => ({
  type: round.type,
  status: 'normal',
  myRole: maker,
  myFlags: flagsIn(round),
})

/** Who owns an item: the maker or somebody else. */
export type Whose = 'own' | 'other'
export const fileContextOf = (maker: Maker, whose: Whose, round: Round): FileContext => ({
  space: spaceContext(maker, round),
  authorId: whose === 'own' ? maker : 'somebody',
})
export const actorOf = (maker: Maker): NonNullable<Actor> => ({ id: maker, role: 'role_senior' })

/** Every kind of link. */
export const kinds = ['file', 'folder', 'selection', 'space', 'box'] as const
export type Kind = (typeof kinds)[number]
export type Link = { maker: Maker; kind: Kind; whose: Whose; mayDownload: boolean }
export const links: readonly Link[] = makers.flatMap((maker) =>
  kinds.flatMap((kind) =>
    (kind === 'space' ? (['other'] as const) : (['own', 'other'] as const)).flatMap((whose) =>
      (kind === 'box' ? [true] : [true, false]).map((mayDownload) => ({ maker, kind, whose, mayDownload })),
    ),
  ),
)
export const nameOf = ({ maker, kind, whose, mayDownload }: Link): string =>
  [maker, kind, whose, mayDownload ? 'download' : 'view'].join(' ')

/** What a visitor may request through a link, and the policy rule that decides. */
export const visits = {
  open: 'share.open',
  list: 'share.list',
  look: 'share.list',
  components: 'share.list',
  preview: 'share.list',
  download: 'share.download',
  zip: 'share.download',
  bring: 'share.upload',
  place: 'share.upload',
} as const
export type Visit = keyof typeof visits

export const shareContextOf = (link: Link, round: Round): ShareContext => ({
  isLive: true,
  isProved: true,
  isWholeSpace: link.kind === 'space',
  mayDownload: link.mayDownload,
  isBox: link.kind === 'box',
  maker: actorOf(link.maker),
  item: fileContextOf(link.maker, link.whose, round),
})

/** The error that a visitor gets for a verdict about a link. */
export const expectedAs = (rule: PolicyRule): string =>
  ({
    link: 'success',
    linkPassword: 'sharePasswordNeeded',
    linkBox: 'shareForbidden',
    linkNoBox: 'shareForbidden',
    linkViewOnly: 'shareForbidden',
  })[rule as 'link'] ?? 'shareGone'
