import { later } from '../../widgets/later.tsx'
import { Properties } from './Properties.tsx'
import { Rights } from './Rights.tsx'
import type { Section } from './section.ts'

const History = later(() => import('../versions/History.tsx'))
const Links = later(() => import('../shares/ItemShares.tsx'))
/** Metadata, tags and note of an item. */
export const Said = later(() => import('../metadata/Said.tsx'))

const all: Section[] = [
  { id: 'properties', order: 10, isFor: () => true, View: Properties },
  { id: 'versions', order: 20, isFor: (record) => record.sha256 !== null, View: History },
  { id: 'said', order: 30, isFor: () => true, View: Said },
  {
    id: 'shares',
    order: 40,
    isFor: ({ phash }, { policyContext }) => phash !== null && policyContext.myRole !== null,
    View: Links,
  },
  { id: 'rights', order: 90, isFor: (record) => record.phash !== null, View: Rights },
]

/** The sections of an item's details. Small ones are part of the page; the others are loaded on demand by `later`. */
export const sections: readonly Section[] = all.sort((a, b) => a.order - b.order)
