import type { TFunction } from 'i18next'
import { type ComponentType, createContext, useContext, useEffect } from 'react'
import type { Actor } from '#contract/core/policy.ts'
import type { JournalAction } from '#contract/journal.ts'
import type { Feature } from '#contract/settings.ts'
import type { Space } from '#contract/spaces.ts'
import { type Later, later, type MeanwhileProps } from './later.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { PageSkeleton } from './Skeleton.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>
type OfSpace = { space: Space }
/** Props of a tab or section; `onChange` reports that the space has changed. */
export type PartProps = OfSpace & { onChange: () => void }

/** A tab of a space, or a section of its settings. */
type Sheet = {
  /** Its key in the address. */
  key: string
  /** Sort order among all parts. */
  order: number
  label: (t: TFunction) => string
  may: (actor: Actor, space: Space) => boolean
  load: Load<PartProps>
  /** Content after its name, for example the number of pending requests. */
  badge?: Load<OfSpace>
}

/** Places where parts add content to a space's page and card. Each part decides whether it renders something. */
type Place =
  /** On the card of a space that the user does not belong to. */
  | 'card'
  /** Beside the name of a space. */
  | 'head'
  /** In the overview, below the README. */
  | 'overview'
  /** In the overview, below the figures. */
  | 'figures'
  /** In the notice of an offline space. */
  | 'offline'
  /** Above the whole page, as requested by its address. */
  | 'layer'

/** Formatters of the details in journal sentences, by action; details of other actions are shown unchanged. */
export type JournalWords = { [Action in JournalAction]?: (t: TFunction, detail: string, lang: string) => string }

/** A search result of a part for the typed text. */
export type Found = { id: string; name: string; hint?: string; path: string }
type SearchKind = {
  title: (t: TFunction) => string
  icon: ComponentType
  load: () => Promise<{ default: (q: string) => Promise<Found[]> }>
}

type Declaration = {
  /** Name of its capability. */
  name: string
  /** The site has it only while this feature is on. */
  feature?: Feature
  tabs?: Sheet[]
  sections?: Sheet[]
  pieces?: { [At in Place]?: Load<OfSpace> }
  /** Shown above the list of spaces. */
  aboveList?: Load<object>
  /** First elements of query keys (followed by the space's id) that are refetched when the space has changed. */
  renews?: string[]
  journalWords?: JournalWords
  searchKind?: SearchKind
}

type ShownSheet = Omit<Sheet, 'load' | 'badge'> & { View: Later<PartProps>; Badge: ComponentType<OfSpace> }
export type SpacePart = {
  name: string
  feature?: Feature
  tabs: ShownSheet[]
  sections: ShownSheet[]
  pieces: { [At in Place]?: Later<OfSpace> }
  AboveList: ComponentType
  renews: string[]
  journalWords: JournalWords
  searchKind?: SearchKind
}

const Nothing = () => null
function Awaited({ failure, onRetry }: MeanwhileProps<object>) {
  return failure ? <NotLoaded error={failure} onRetry={onRetry} /> : <PageSkeleton />
}
const shown = ({ load, badge, ...rest }: Sheet): ShownSheet => ({
  ...rest,
  View: later(load, Awaited),
  Badge: badge ? later(badge, Nothing) : Nothing,
})

/** Declares what a capability adds to spaces. Its scripts are loaded when they are shown. */
export const defineSpacePart = ({
  name,
  feature,
  tabs = [],
  sections = [],
  pieces = {},
  aboveList,
  renews = [],
  journalWords = {},
  searchKind,
}: Declaration): SpacePart => ({
  name,
  ...(feature && { feature }),
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

/** The content that parts add at a place; calling it starts loading, even if the content is shown later. */
export function usePieces(at: Place) {
  const parts = useSpaceParts()
  useEffect(() => {
    for (const { pieces } of parts) void pieces[at]?.prefetch()
  }, [parts, at])
  return parts.flatMap(({ name, pieces: { [at]: Piece } }) => (Piece ? [{ name, Piece }] : []))
}

/** Renders all content that parts add at a place, in their order. */
export function Pieces({ at, space }: OfSpace & { at: Place }) {
  return usePieces(at).map(({ name, Piece }) => <Piece key={name} space={space} />)
}
