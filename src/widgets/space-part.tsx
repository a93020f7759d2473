import type { TFunction } from 'i18next'
import { type ComponentType, createContext, useContext, useEffect } from 'react'
import type { Actor } from '#contract/core/policy.ts'
import type { JournalAction } from '#contract/journal.ts'
import type { Space } from '#contract/spaces.ts'
import { type Later, later, type MeanwhileProps, NotCome } from './later.tsx'
import { PageSkeleton } from './Skeleton.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>
type OfSpace = { space: Space }
/** What is handed to a tab or a section; `onChange` says that the space is another one now. */
export type PartProps = OfSpace & { onChange: () => void }

/** A tab of a space, or a section of its settings. */
type Sheet = {
  /** Its name in the address. */
  key: string
  /** Those of all parts stand in this order. */
  order: number
  label: (t: TFunction) => string
  may: (actor: Actor, space: Space) => boolean
  load: Load<PartProps>
  /** What its name is followed by, for instance how many wait. */
  badge?: Load<OfSpace>
}

/** Where parts add to the page of a space and to its card. Each decides by itself whether it shows. */
type Place =
  /** Below a space of the list that one does not belong to. */
  | 'card'
  /** Beside the name of a space. */
  | 'head'
  /** In the overview, below the figures. */
  | 'overview'
  /** In the notice that a space is offline. */
  | 'offline'
  /** Above the whole page: what its address asks for. */
  | 'layer'

/** How the details of what happened are said in its sentence. Those of actions that nobody names are said as they are. */
export type JournalWords = { [Action in JournalAction]?: (t: TFunction, detail: string, lang: string) => string }

/** What the search offers of a part, by the text that is typed. */
export type Found = { id: string; name: string; hint?: string; path: string }
type SearchKind = {
  title: (t: TFunction) => string
  icon: ComponentType
  load: () => Promise<{ default: (q: string) => Promise<Found[]> }>
}

type Declaration = {
  /** As its capability is called. */
  name: string
  tabs?: Sheet[]
  sections?: Sheet[]
  pieces?: { [At in Place]?: Load<OfSpace> }
  /** Stands above the list of spaces. */
  aboveList?: Load<object>
  /** First words of the query keys, followed by the id of the space, that are asked anew once the space has changed. */
  renews?: string[]
  journalWords?: JournalWords
  searchKind?: SearchKind
}

type ShownSheet = Omit<Sheet, 'load' | 'badge'> & { View: Later<PartProps>; Badge: ComponentType<OfSpace> }
export type SpacePart = {
  name: string
  tabs: ShownSheet[]
  sections: ShownSheet[]
  pieces: { [At in Place]?: Later<OfSpace> }
  AboveList: ComponentType
  renews: string[]
  journalWords: JournalWords
  searchKind?: SearchKind
}

const Nothing = () => null
function Awaited({ isFailed, onRetry }: MeanwhileProps<object>) {
  return isFailed ? <NotCome onRetry={onRetry} /> : <PageSkeleton />
}
const shown = ({ load, badge, ...rest }: Sheet): ShownSheet => ({
  ...rest,
  View: later(load, Awaited),
  Badge: badge ? later(badge, Nothing) : Nothing,
})

/** What a capability gives to spaces. Its scripts are fetched when they are shown. */
export const defineSpacePart = ({
  name,
  tabs = [],
  sections = [],
  pieces = {},
  aboveList,
  renews = [],
  journalWords = {},
  searchKind,
}: Declaration): SpacePart => ({
  name,
  tabs: tabs.map(shown),
  sections: sections.map(shown),
  pieces: Object.fromEntries(Object.entries(pieces).map(([at, load]) => [at, later(load, Nothing)])),
  AboveList: aboveList ? later(aboveList, Nothing) : Nothing,
  renews,
  journalWords,
  ...(searchKind && { searchKind }),
})

const Parts = createContext<readonly SpacePart[]>([])
export const SpaceParts = Parts.Provider
export const useSpaceParts = (): readonly SpacePart[] => useContext(Parts)

const inOrder = (sheets: ShownSheet[]) => sheets.sort((one, other) => one.order - other.order)
export const tabsOf = (parts: readonly SpacePart[]) => inOrder(parts.flatMap(({ tabs }) => tabs))
export const sectionsOf = (parts: readonly SpacePart[]) => inOrder(parts.flatMap(({ sections }) => sections))

export const journalWordsOf = (parts: readonly SpacePart[]): JournalWords =>
  Object.assign({}, ...parts.map(({ journalWords }) => journalWords))

/** What parts add at a place; begun to be fetched by whoever asks, who may show it later. */
export function usePieces(at: Place) {
  const parts = useSpaceParts()
  useEffect(() => {
    for (const { pieces } of parts) void pieces[at]?.prefetch()
  }, [parts, at])
  return parts.flatMap(({ name, pieces: { [at]: Piece } }) => (Piece ? [{ name, Piece }] : []))
}

/** All that parts add at a place, in the order of the parts. */
export function Pieces({ at, space }: OfSpace & { at: Place }) {
  return usePieces(at).map(({ name, Piece }) => <Piece key={name} space={space} />)
}
