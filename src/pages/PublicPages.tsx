import type { PageData } from '#contract/page.ts'
import { HomePage } from './home/HomePage.tsx'
import { LoginPage } from './login/LoginPage.tsx'
import { MessagePage } from './MessagePage.tsx'

/** Paths that are drawn without the console, and on the server first. */
export const PUBLIC_PATHS = ['/', '/text', '/login', '/access', '/404']

/** The public page of a path. */
export function PublicPage({ path, search, data }: { path: string; search: string; data: PageData }) {
  if (path === '/' || path === '/text') return <HomePage data={data} search={search} />
  if (path === '/login') return <LoginPage data={data} />
  return <MessagePage data={data} kind={path === '/access' ? 'forbidden' : 'notFound'} />
}
