import { can } from '#contract/core/policy.ts'
import { later } from '../../widgets/later.tsx'
import { Properties } from './Properties.tsx'
import { Rights } from './Rights.tsx'
import type { Section } from './section.ts'

const History = later(() => import('../versions/History.tsx'))
const Links = later(() => import('../shares/ItemShares.tsx'))
const Activity = later(() => import('./Activity.tsx'))
/** Metadata, tags and note of an item. */
export const Said = later(() => import('../metadata/Said.tsx'))
/** What several selected items have in common. */
export const Several = later(() => import('./Several.tsx'))

/** The sections of an item's details. Small ones are part of the page; the others are loaded on demand by `later`. */
export const sections: readonly Section[] = [
  { id: 'properties', tab: 'overview', isFor: () => true, View: Properties },
  { id: 'rights', tab: 'overview', isFor: (record) => record.phash !== null, View: Rights },
  { id: 'said', tab: 'metadata', isFor: () => true, View: Said },
  { id: 'versions', tab: 'versions', isFor: (record) => record.sha256 !== null, View: History },
  {
    id: 'activity',
    tab: 'activity',
    isFor: (record, { actor, policyContext }) =>
      record.phash !== null && can(actor, 'space.readJournal', policyContext),
    View: Activity,
  },
  {
    id: 'shares',
    tab: 'shares',
    isFor: ({ phash }, { policyContext }) => phash !== null && policyContext.myRole !== null,
    View: Links,
  },
]
