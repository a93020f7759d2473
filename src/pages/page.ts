import type { ComponentType } from 'react'
import type { PageData } from '#contract/pages/data.ts'

/** The data that a public page is rendered from; `path` and `search` are those of the address. */
export type PageProps = { path: string; search: string; data: PageData }
export type Page = ComponentType<PageProps>
/** The script of a page; `ready` loads its parts that have a separate script. */
export type PageScript = { default: Page; ready?: () => Promise<unknown> }
