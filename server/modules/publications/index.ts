import type { FastifyInstance } from 'fastify'
import { publications } from '#contract/publications.ts'
import { reviews } from '#contract/reviews.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import { publicationBoards } from './boards.ts'
import { callbackRoute } from './callback-route.ts'
import { publicationChecking } from './checking.ts'
import { publicationCorrecting } from './correcting.ts'
import { institutionDecisions } from './deciding.ts'
import { publicationDrafts } from './drafts.ts'
import { sqlPublicationFiles } from './file-store.ts'
import { involvements } from './involvement.ts'
import { publicationLinks } from './links.ts'
import { sqlPublicationLists } from './list-store.ts'
import { publicationNaming } from './naming.ts'
import type { ModuleNeeds } from './needs.ts'
import { type DraftPreview, publicationPreviewing } from './previewing.ts'
import { publicationReading } from './reading.ts'
import { readMetadata } from './reading-metadata/index.ts'
import { publicationReadme } from './readme.ts'
import { publicationReceiving } from './receiving.ts'
import { sqlReviewerStore } from './reviewer-store.ts'
import { reviewerList } from './reviewers.ts'
import { publicationReviewing } from './reviewing.ts'
import { attachmentForm, reviewAttaching } from './reviews/attaching.ts'
import { sqlReviewAttachments } from './reviews/attachment-store.ts'
import { reviewBoards } from './reviews/boards.ts'
import { sqlReviewComments } from './reviews/comment-store.ts'
import { reviewComparing } from './reviews/comparing.ts'
import { reviewDeadlines } from './reviews/deadlines.ts'
import { reviewDiscussing } from './reviews/discussing.ts'
import { reviewHiding } from './reviews/hiding.ts'
import { sqlReviewLinks } from './reviews/link-store.ts'
import { reviewLinking } from './reviews/linking.ts'
import { sqlReviewRounds } from './reviews/round-store.ts'
import { reviewTables } from './reviews/tables.ts'
import { publicationSamples } from './samples.ts'
import { institutionTransfers } from './sending.ts'
import { sqlPublicationStore } from './store.ts'
import { submissionWork } from './submission-work.ts'
import { publicationSubmitting } from './submitting.ts'
import { sqlTransferStore } from './transfer-store.ts'
import { publicationTransfers } from './transferring.ts'

export { type PublishedDataset, publishedDatasets } from './lineage-store.ts'
export type { DraftPreview }

/** Publications: from files and tables of a space to a reviewed dataset that never changes. */
export function publicationsModule(app: FastifyInstance, deps: ModuleNeeds & { origin: () => string }) {
  const { db } = deps
  const needs = {
    ...deps,
    store: sqlPublicationStore(db),
    lists: sqlPublicationLists(db),
    frozen: sqlPublicationFiles(db),
    reviewers: sqlReviewerStore(db),
    transfers: sqlTransferStore(db),
    rounds: sqlReviewRounds(db),
    attachments: sqlReviewAttachments(db),
  }
  const whose = involvements(needs)
  const reading = publicationReading({ ...needs, involvements: whose })
  const drafts = publicationDrafts({ ...needs, reading })
  const boards = publicationBoards(needs)
  const checking = publicationChecking({ ...needs, boards })
  const readme = publicationReadme({ ...needs, drafts, checking })
  const submitting = publicationSubmitting({ ...needs, reading, drafts, checking, readme, boards })
  const reviewing = publicationReviewing({ ...needs, reading, involvements: whose })
  const nameOf = async (personId: string) => (await deps.people.byId(personId))?.name ?? null
  const reviewers = reviewerList({ ...deps, store: needs.reviewers, nameOf })
  const work = submissionWork(needs)
  deps.tasks.register(publicationTransfers({ ...needs, work }))
  const decisions = institutionDecisions(needs)
  deps.tasks.register(institutionTransfers({ ...needs, work, decisions }))
  callbackRoute(app, { ...deps, decisions })
  const comments = sqlReviewComments(db)
  const hiding = reviewHiding(needs)
  const ofTables = reviewTables({ ...needs, reading, hiding })
  const discussing = reviewDiscussing({ ...needs, reading, ofTables, drafts, involvements: whose, comments })
  const comparing = reviewComparing({ rounds: needs.rounds, partOf: discussing.partOf })
  const shared = { ...needs, partOf: discussing.partOf, ofTables, hiding, reading }
  const attaching = reviewAttaching(shared)
  const linking = reviewLinking({ ...shared, links: sqlReviewLinks(db) })
  mount(app, reviews.attachments, attaching.list)
  mountUpload(app, reviews.attach, attachmentForm(deps.blobs), attaching.attach)
  mountBytes(app, reviews.attachment, attaching.content)
  mount(app, reviews.links, linking.list)
  mount(app, reviews.makeLink, linking.make)
  mount(app, reviews.endLink, linking.end)
  mountBytes(app, reviews.linkContent, linking.content)
  const ofReviews = reviewBoards({ ...needs, reading, linking, hiding })
  mount(app, reviews.board, ofReviews.board)
  mount(app, reviews.card, ofReviews.card)
  mount(app, reviews.offered, ofReviews.offered)
  mount(app, reviews.rows, ofTables.rows)
  mount(app, reviews.comments, discussing.list)
  mount(app, reviews.comment, discussing.comment)
  mount(app, reviews.reply, discussing.reply)
  mount(app, reviews.resolve, discussing.resolve)
  mount(app, reviews.apply, discussing.apply)
  mount(app, reviews.differences, comparing.differences)
  mount(app, reviews.fileDifferences, comparing.files)
  mount(app, publications.list, reading.list)
  mount(app, publications.mine, reading.mine)
  mount(app, publications.counts, reading.counts)
  mount(app, publications.queue, reading.queue)
  mount(app, publications.create, drafts.create)
  mount(app, publications.show, reading.show)
  mount(app, publications.save, drafts.save)
  mount(app, publications.look, drafts.look)
  mount(app, publications.readMetadata, readMetadata)
  mount(app, publications.remove, drafts.remove)
  mount(app, publications.selection, submitting.selection)
  mount(app, publications.boards, submitting.offeredBoards)
  mount(app, publications.check, submitting.check)
  mount(app, publications.images, submitting.images)
  mount(app, publications.links, publicationLinks({ ...needs, drafts }))
  mount(app, publications.readme, readme.draft)
  mount(app, publications.submit, submitting.submit)
  mount(app, publications.retransmit, submitting.retransmit)
  mount(app, publications.revoke, submitting.revoke)
  mount(app, publications.newVersion, drafts.newVersion)
  mount(app, publications.copy, drafts.copy)
  mount(app, publications.files, reading.files)
  mountBytes(app, publications.content, reading.content)
  mountBytes(app, publications.attachment, reading.attachment)
  mount(app, publications.transfers, reading.underWay)
  mount(app, publications.claim, reviewing.claim)
  mount(app, publications.release, reviewing.release)
  mount(app, publications.approve, reviewing.approve)
  mount(app, publications.reject, reviewing.reject)
  mount(app, publications.withdraw, reviewing.withdraw)
  mount(app, publications.correct, publicationCorrecting({ ...needs, reading, involvements: whose }))
  mount(app, publications.setCstr, publicationNaming({ ...needs, reading, involvements: whose }))
  mount(app, publications.reviewers, reviewers.list)
  mount(app, publications.addReviewer, reviewers.add)
  mount(app, publications.removeReviewer, reviewers.remove)
  return {
    completeSamples: publicationSamples({ ...needs, boards, work, submitting }),
    byReviewLink: linking.view,
    preview: publicationPreviewing({ ...needs, drafts, checking }),
    /** A board of a submission for its page. Throws reportGone. */
    boardOf: ofReviews.opened,
    remindReviewers: reviewDeadlines(needs),
    received: publicationReceiving(needs),
  }
}
export type PublicationsModule = ReturnType<typeof publicationsModule>
/** Functions for datasets received from other installations. */
export type ReceivedPublications = PublicationsModule['received']
