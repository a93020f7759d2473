import type { FastifyInstance } from 'fastify'
import { publications } from '#contract/publications.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { People } from '#server/modules/people/index.ts'
import { publicationChecking } from './checking.ts'
import { publicationDrafts } from './drafts.ts'
import { sqlPublicationFiles } from './file-store.ts'
import { involvements } from './involvement.ts'
import { sqlPublicationLists } from './list-store.ts'
import type { ModuleNeeds } from './needs.ts'
import { publicationReading } from './reading.ts'
import { sqlReviewerStore } from './reviewer-store.ts'
import { reviewerList } from './reviewers.ts'
import { publicationReviewing } from './reviewing.ts'
import { sqlPublicationStore } from './store.ts'
import { publicationSubmitting } from './submitting.ts'
import { sqlTemplateStore } from './template-store.ts'
import { publicationTemplates } from './templates.ts'
import { publicationTransfers } from './transferring.ts'

/** Publications: from files and tables of a space to a reviewed dataset that never changes. */
export function publicationsModule(app: FastifyInstance, deps: ModuleNeeds & { people: Pick<People, 'byId'> }): void {
  const { db } = deps
  const needs = {
    ...deps,
    store: sqlPublicationStore(db),
    lists: sqlPublicationLists(db),
    frozen: sqlPublicationFiles(db),
    reviewers: sqlReviewerStore(db),
    templates: publicationTemplates({ ...deps, store: sqlTemplateStore(db) }),
  }
  const whose = involvements(needs)
  const reading = publicationReading({ ...needs, involvements: whose })
  const drafts = publicationDrafts({ ...needs, reading })
  const checking = publicationChecking(needs)
  const submitting = publicationSubmitting({ ...needs, reading, drafts, checking })
  const reviewing = publicationReviewing({ ...needs, reading, involvements: whose })
  const nameOf = async (personId: string) => (await deps.people.byId(personId))?.name ?? null
  const reviewers = reviewerList({ ...deps, store: needs.reviewers, nameOf })
  deps.tasks.register(publicationTransfers(needs))
  mount(app, publications.list, reading.list)
  mount(app, publications.mine, reading.mine)
  mount(app, publications.counts, reading.counts)
  mount(app, publications.queue, reading.queue)
  mount(app, publications.templates, needs.templates.all)
  mount(app, publications.create, drafts.create)
  mount(app, publications.show, reading.show)
  mount(app, publications.save, drafts.save)
  mount(app, publications.remove, drafts.remove)
  mount(app, publications.selection, submitting.selection)
  mount(app, publications.check, submitting.check)
  mount(app, publications.submit, submitting.submit)
  mount(app, publications.retransmit, submitting.retransmit)
  mount(app, publications.revoke, submitting.revoke)
  mount(app, publications.newVersion, drafts.newVersion)
  mount(app, publications.copy, drafts.copy)
  mount(app, publications.files, reading.files)
  mountBytes(app, publications.content, reading.content)
  mount(app, publications.claim, reviewing.claim)
  mount(app, publications.release, reviewing.release)
  mount(app, publications.approve, reviewing.approve)
  mount(app, publications.reject, reviewing.reject)
  mount(app, publications.withdraw, reviewing.withdraw)
  mount(app, publications.setTemplate, needs.templates.set)
  mount(app, publications.reviewers, reviewers.list)
  mount(app, publications.addReviewer, reviewers.add)
  mount(app, publications.removeReviewer, reviewers.remove)
}
