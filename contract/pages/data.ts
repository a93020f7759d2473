import type * as z from 'zod/mini'
import type { MarkupNode } from '../core/markup.ts'
import type { DataOf } from '../core/operation.ts'
import type { AccessRequest } from '../dataset-access.ts'
import type { FileRecord, files } from '../files.ts'
import type { InvitationCard } from '../joining.ts'
import type { Notice } from '../notices.ts'
import type { CatalogueLine, CatalogueView } from '../publications/catalogue.ts'
import type { Correction } from '../publications/corrections.ts'
import type { BoardLine, DatasetTable, DatasetVersion } from '../publications/dataset.ts'
import type { AccessKind, Bilingual } from '../publications/metadata.ts'
import type { registration } from '../registration.ts'
import type { OpenBoard } from '../reports/reading.ts'
import type { ReviewView } from '../reviews.ts'
import type { UserInfo } from '../session.ts'
import type { SiteInfo, SiteNumbers } from '../settings.ts'
import type { ShareInfo, shareAccess } from '../share-access.ts'
import type { Pending, PublicMethod } from '../sign-in.ts'
import type { Space, SpaceSort, SpaceType, spaces } from '../spaces.ts'

/** The parsed search of the home page; '' where a field is not set. */
export type HomeSearch = {
  q: string
  type: z.infer<typeof SpaceType> | ''
  tag: string
  sort: z.infer<typeof SpaceSort>
  /** A search is active: results are shown above the site's introduction. */
  isAsked: boolean
}

/** One folder of a space as its page lists it. `above` are its parent folders, the root first. */
export type FolderView = {
  hash: string
  name: string
  above: { hash: string; name: string }[]
  list: FileRecord[]
  next?: string
}

/** The page of a space for one reader; `folder` is null when the reader may not see its files. */
export type SpaceView = DataOf<typeof files.page> & {
  folder: FolderView | null
  mayJoin: boolean
  /** Its latest published datasets, if the space is public. */
  datasets: CatalogueLine[]
  /** Its published boards, there too. */
  boards: { id: string; name: string; description: string }[]
}

/** The page of a share link: an error, the question for its password, or the shared items. */
export type ShareView = {
  linkId: string
  error: 'shareGone' | 'shareExpired' | null
  info: ShareInfo | null
  /** Pages of other sites may show this one in a frame. */
  mayEmbed: boolean
  /** Null before the password is given, for a drop box and for a board. */
  page: DataOf<typeof shareAccess.list> | null
}

/** A file, or a folder with everything below it, in the list of a version's folder. */
export type DatasetEntry = {
  name: string
  /** From the root of the dataset; a folder's ends with `/`. */
  path: string
  isFolder: boolean
  files: number
  size: number
  mime: string
  /** '' for a folder. */
  sha256: string
  /** How a browser displays it natively. */
  preview: 'picture' | 'page' | null
}
/** One folder of a version; `folder` is its path, '' for the root. `after` leads to the next page of the list. */
export type DatasetFolder = { folder: string; list: DatasetEntry[]; next?: string }

/** The page of a public version of a dataset. */
export type DatasetView = {
  /** Of a draft, for those who edit it: what will be its page is not public, and nothing on it leads anywhere. */
  isPreview: boolean
  version: DatasetVersion
  /** Access at this moment: an embargo whose day has begun is open. */
  access: AccessKind
  /** Some files, or all, are given on request. */
  isOnRequest: boolean
  /** Files are given on request, and the reader may have them. */
  isGranted: boolean
  /** What the reader asked last for these files; null for nothing. */
  request: AccessRequest | null
  isCurrent: boolean
  /** Path of the page. */
  page: string
  /** Identifier of this version, and that of all versions. */
  identifier: { scheme: string; value: string; url: string }
  /** They are ARKs of the trial number, which lead nowhere outside this site. */
  isTrial: boolean
  concept: { scheme: string; value: string; url: string }
  versions: { number: number; publishedAt: string; isWithdrawn: boolean; changes: string }[]
  /** Of its metadata, the newest first. */
  corrections: Correction[]
  /** Names of its disciplines. */
  subjects: string[]
  citations: { style: string; text: string }[]
  formats: { key: string; name: string; type: string }[]
  /** Null while the reader may not have the files. */
  files: DatasetFolder | null
  /** Views and downloads without robots and double clicks: of this version, and of all. */
  usage: Record<'version' | 'all', { views: number; downloads: number }>
  /** Tables with their first rows; `sample` has the columns of the table. */
  tables: (DatasetTable & { sample: string[][] })[]
  /** Boards over its files. */
  boards: BoardLine[]
}

/** The page of a board of a version; `title` names the dataset. */
export type OpenDatasetBoard = { id: string; number: number; board: string; name: string; title: Bilingual }

/** A submission, by its id for those who take part in it, or by the code of a link for reviewers. */
export type ReviewPlace = { id: string } | { code: string }
/** The page of a board of a submission; `title` names the dataset. */
export type OpenReviewBoard = { place: ReviewPlace; board: string; name: string; title: Bilingual }

/** The institution that runs the site, in one language; '' for missing fields. */
export type InstitutionInfo = { name: string; address: string; email: string; telephone: string; homepage: string }

/** `next` leads to the next page of spaces, `isFirst` says that this is the first page. */
export type HomeView = {
  search: HomeSearch
  numbers: SiteNumbers
  spaces: { list: Space[]; next?: string; isFirst: boolean }
  tags: DataOf<typeof spaces.tags>
  /** The datasets that were published last; none beside a search. */
  latest: CatalogueLine[]
}

/** The data from which a public page is rendered, on the server first and again in the browser. */
export type PageData = {
  lang: 'zh' | 'en'
  /** Public origin of the site, for URLs that others store. */
  origin: string
  site: SiteInfo
  /** Maintenance and announcements that the reader has not dismissed. */
  notices: Notice[]
  /** The site's texts with markup, parsed for the footer of every page. */
  foot: { copyright: MarkupNode[]; clause: MarkupNode[] }
  /** Null when the institution is not set. */
  institution: InstitutionInfo | null
  /** On the home page: the search, the matching spaces, and the most frequent tags. */
  home?: HomeView
  user: UserInfo | null
  /** Id of the installation: sign-in is enabled when it is set. Source: spec section 2, site-wide guard. */
  guardId: string
  /** Enabled outside sign-in methods, in their order. */
  methods: PublicMethod[]
  /** Whether people other than administrators may sign in with a password. */
  isPasswordOn: boolean
  /** Whether registration is open, and whether it needs an invitation code. */
  registration: { isOpen: boolean; needsInvitation: boolean }
  /** Whether mails leave the site; if not, administrators pass links on. */
  sendsMail: boolean
  /** Other sites that a callback may lead to. */
  trustedSites: string[]
  /** On the bind and complete-profile pages: the person signing in; null when the sign-in has expired. */
  pending?: Pending | null
  /** On the page of a link that sets a password: its purpose; null when the link is invalid. */
  link?: DataOf<typeof registration.checkReset> | null
  /** On the page of an invitation to a space: the invitation; null when there is none. */
  invitation?: InvitationCard | null
  /** On the page of a space; null when it does not exist or the reader may not see it. */
  space?: SpaceView | null
  /** On a tab of a space: it does not exist, or the reader may not see it. */
  isMissing?: boolean
  /** On the page of the catalogue of datasets. */
  catalogue?: CatalogueView
  /** On the page of a version of a dataset; null when there is none that is public. */
  dataset?: DatasetView | null
  /** On the page of a link for reviewers; null when there is none, or its submission is decided. */
  review?: ReviewView | null
  /** On the page of a board of a submission; null when there is none for the reader. */
  reviewBoard?: OpenReviewBoard | null
  /** On the page of a board of a dataset; null when there is none for the reader. */
  datasetBoard?: OpenDatasetBoard | null
  /** On the page of a board of a public space, for those who are not signed in. */
  board?: OpenBoard
  /** On the pages of share links. */
  share?: ShareView
  /** On `/access` with a space: the reader's relation to it; null when they may not know of it. */
  access?: DataOf<typeof spaces.access> | null
}
/** A rendered page: the HTML of `#root`, additions to `<head>`, HTTP status, and the file of its script. */
export type DrawnPage = { html: string; head: string; status: number; source: string }
/** What a page says to machines alone: its Link header, and a thing by schema.org for its head. */
export type MachineData = { links: string; thing: object }
/** The function that the render bundle (`dist/server/render.js`) exports; `thing` goes into the head. */
export type RenderPage = (url: string, data: PageData, thing?: object) => Promise<DrawnPage>
