import type * as z from 'zod/mini'
import type { MarkupNode } from '../core/markup.ts'
import type { DataOf } from '../core/operation.ts'
import type { FileRecord, files } from '../files.ts'
import type { InvitationCard } from '../joining.ts'
import type { registration } from '../registration.ts'
import type { UserInfo } from '../session.ts'
import type { SiteInfo, SiteNumbers } from '../settings.ts'
import type { ShareInfo, shareAccess } from '../share-access.ts'
import type { Pending, PublicMethod } from '../sign-in.ts'
import type { Space, SpaceSort, SpaceType, spaces } from '../spaces.ts'

/** What the home page is asked for, as it was understood; '' for nothing asked. */
export type HomeSearch = {
  q: string
  type: z.infer<typeof SpaceType> | ''
  tag: string
  sort: z.infer<typeof SpaceSort>
  /** Somebody looks for something: what was found goes before what the site says of itself. */
  isAsked: boolean
}

/** One folder of a space, as its page lists it. `above` are the folders that it is in, the root first. */
export type FolderView = {
  hash: string
  name: string
  above: { hash: string; name: string }[]
  list: FileRecord[]
  next?: string
}

/** What the page of a space shows to one reader; `folder` is null where files are not for everybody. */
export type SpaceView = DataOf<typeof files.page> & { folder: FolderView | null; mayJoin: boolean }

/** What the page of a share link shows: nothing and why, a question for its password, or what was shared. */
export type ShareView = {
  linkId: string
  error: 'shareGone' | 'shareExpired' | null
  info: ShareInfo | null
  /** Null before the password, and for a drop box. */
  page: DataOf<typeof shareAccess.list> | null
}

/** Who runs the site, in one language; what is not told is ''. */
export type InstitutionInfo = { name: string; address: string; email: string; telephone: string; homepage: string }

/** `next` leads to the spaces that follow, `isFirst` says that none go before. */
export type HomeView = {
  search: HomeSearch
  numbers: SiteNumbers
  spaces: { list: Space[]; next?: string; isFirst: boolean }
  tags: DataOf<typeof spaces.tags>
}

/** What a public page is rendered from, on the server first and again in the browser. */
export type PageData = {
  lang: 'zh' | 'en'
  /** Where the site is reached, for addresses that others keep. */
  origin: string
  site: SiteInfo
  /** The site's texts with markup, parsed: the footer of every page. */
  foot: { copyright: MarkupNode[]; clause: MarkupNode[] }
  /** Null where nobody said who runs the site. */
  institution: InstitutionInfo | null
  /** On the home page: what was asked for, the spaces that answer it, and the tags that most spaces have. */
  home?: HomeView
  user: UserInfo | null
  /** Id of the installation: sign-in is enabled when it is there. Source: spec section 2, site-wide guard. */
  guardId: string
  /** Outside sign-in methods that are on, in their order. */
  methods: PublicMethod[]
  /** Whether others than administrators sign in by password. */
  isPasswordOn: boolean
  /** Whether strangers may register, and with what. */
  registration: { isOpen: boolean; needsInvitation: boolean }
  /** On the bind and complete-profile pages: who is about to sign in; null when that was too long ago. */
  pending?: Pending | null
  /** On the page of a link that sets a password: what it is for; null when it does not work. */
  link?: DataOf<typeof registration.checkReset> | null
  /** On the page of an invitation into a space: what it is for; null when there is none. */
  invitation?: InvitationCard | null
  /** On the page of a space; null when there is none for this reader, and nothing tells why. */
  space?: SpaceView | null
  /** On the pages of share links. */
  share?: ShareView
  /** On `/access` with a space: the reader's place in it; null when they may not know of it. */
  access?: DataOf<typeof spaces.access> | null
}
/** A page as the render bundle draws it: the markup of `#root`, more for `<head>`, and the file of its script. */
export type DrawnPage = { html: string; head: string; status: number; source: string }
/** What the render bundle (`dist/server/render.js`) exports. */
export type RenderPage = (url: string, data: PageData) => Promise<DrawnPage>
