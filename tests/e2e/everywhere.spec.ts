import type { Page } from '@playwright/test'
import { OWN_LISTS } from '../../contract/pages/paths.ts'
import { resources } from '../../resources/index.ts'
import { ownSections } from '../../src/pages/system-config/sections.ts'
import { everyRow, isFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, follow, openSpace, signIn, speakEnglish, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const tab = (page: Page, key: string) => page.locator(`.space-tabs a[href$="/${key}"]`).click()

/** Every place of the console, and how a signed-in person gets there from the one before. */
const places: [name: string, go: (page: Page) => Promise<unknown>, seen: string][] = [
  ['the list of spaces', (page) => signIn(page, 'lin@demo.test'), 'a.space-tile'],
  ['a folder with details', (page) => openSpace(page, SPACE), '.row:not(.head)'],
  ['a preview', (page) => page.getByRole('row', { name: /README\.md/ }).dblclick(), '.preview-bar'],
  [
    'the overview of a space',
    async (page) => {
      await page.keyboard.press('Escape')
      await expect(page.locator('.preview-modal')).toHaveCount(0)
      await tab(page, 'spaceInfo')
    },
    'dl, .facts, .space-properties',
  ],
  ['the settings of a space', (page) => tab(page, 'spaceSetting'), 'form'],
  ['a page that is not there', (page) => page.goto('/nowhere-at-all'), 'h1'],
  ['the home page', (page) => page.goto('/'), 'h1'],
]

/** Pages that are one after another the same kind of thing: who walks, where, and the menu that leads from one to the next. */
const walks: [name: string, email: string, paths: string[], menu?: string][] = [
  [
    'a stranger’s way to an account',
    '',
    [
      '/login',
      '/register',
      '/retrieve-password',
      '/validate-register-email?email=a@lab.test',
      '/validate-email?email=a@lab.test',
      '/reset-password?code=made-up-by-me',
      '/validate-success?code=made-up-by-me',
      '/ldap-login',
      '/login-oauth-perfect',
      '/login-cas-bind',
      '/login-weixin',
    ],
  ],
  [
    'what a stranger reads',
    '',
    [
      ...['/', '/text', '/help', '/?q=lake', '/?tag=CTD&sort=name', '/text?q=nothing-like-it'],
      ...['/space/alpinelake', '/space/glacier', '/space/nowhere'],
    ],
  ],
  [
    'what a member reads of spaces in the open',
    'sorensen@demo.test',
    ['/', '/text', '/help', '/space/alpinelake', '/space/glacier'],
  ],
  [
    'the personal center',
    'sorensen@demo.test',
    ['1', '2', '3', '4', '5', 'security', 'devices', 'history', 'keys', 'mails'].map(
      (tab) => `/personalCenter?tab=${tab}`,
    ),
    '.personal-parts',
  ],
  [
    'system management',
    ADMIN.email,
    [...resources.flatMap(({ section }) => section ?? []), ...ownSections].map(({ path }) => path),
    '.system-nav',
  ],
  ['the lists of all spaces', 'lin@demo.test', [...OWN_LISTS]],
  ['approvals', ADMIN.email, ['/approvalManage', '/approvalManage?tab=records']],
]

/** The daily run looks at the language with the longer words; the other journeys run in the other one. */
const languages = isFull ? (['zh', 'en'] as const) : (['en'] as const)
const THEMES = ['light', 'dark'] as const
/** A desk, a small one, a tablet and a phone; pixels. */
const WIDER = [1440, 1024, 768]
const PHONE = 390
const WIDTHS = [...WIDER, PHONE]
type Lang = (typeof languages)[number]
type Look = { theme: 'light' | 'dark'; width: number; isRead: boolean }

/**
 * How each of these places is looked at: in the full run in both themes at every width, read by axe each time. In the
 * daily run a place is looked at on a phone and at one of the other widths, in both themes, and read once; the next
 * place has the other themes and another width. The colours of both themes have a test of their own.
 */
function looksOf(names: readonly string[]): Map<string, Look[]> {
  if (isFull) {
    const looks = everyRow({ theme: THEMES, width: WIDTHS }).map((row) => ({ ...row, isRead: true }))
    return new Map(names.map((name) => [name, looks]))
  }
  const inTurn = <T>(values: readonly T[], at: number): T => values[at % values.length] as T
  const looks = (at: number): Look[] => [
    { theme: inTurn(THEMES, at), width: inTurn(WIDER, at), isRead: true },
    { theme: inTurn(THEMES, at + 1), width: PHONE, isRead: false },
  ]
  return new Map(names.map((name, at) => [name, looks(at)]))
}

/** Listens to the browser's console; the answer complains when it was not quiet. */
async function watched(page: Page, lang: Lang): Promise<() => void> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  if (lang === 'en') await speakEnglish(page)
  return () => expect(complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
}
/** Icons that say their English name, which becomes part of the name of what they stand in. */
function iconWords(): (string | null)[] {
  const named = [...document.querySelectorAll('.anticon:not([aria-hidden])')]
  return named
    .filter((icon) => icon.classList.contains(`anticon-${icon.getAttribute('aria-label')}`))
    .map((icon) => icon.closest('button, a, [role]:not(.anticon)')?.textContent ?? icon.getAttribute('aria-label'))
}

async function expectWell(page: Page, looks: readonly Look[] = []): Promise<void> {
  for (const { theme, width, isRead } of looks) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: width > 640 ? 900 : 844 })
    await page.waitForLoadState('networkidle')
    const look = `${page.url()} ${theme} ${width} px`
    if (isRead) await test.step(look, () => expectAccessible(page))
    expect(await page.evaluate(() => document.documentElement.scrollWidth), look).toBeLessThanOrEqual(width)
  }
  expect(await page.evaluate(iconWords)).toEqual([])
  // Where the next place is reached from.
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const lang of languages) {
  test.describe(lang, () => {
    test('the way through the console: every place is accessible, fits and is quiet, in both themes and widths', async ({
      page,
    }) => {
      const quiet = await watched(page, lang)
      const looks = looksOf(places.map(([name]) => name))
      for (const [name, go, seen] of places) {
        await test.step(name, async () => {
          await go(page)
          await expect(page.locator(seen).first()).toBeVisible()
          await expectWell(page, looks.get(name))
        })
      }
      quiet()
    })

    for (const [name, email, paths, menu] of walks) {
      test(`${name}: every page is accessible, fits and is quiet, in both themes and widths`, async ({ page }) => {
        const quiet = await watched(page, lang)
        for (const [path, looked] of looksOf(paths)) {
          if (email && path === paths[0]) await signIn(page, email, path)
          else if (menu) {
            await follow(page, path)
            await expect(page.locator(`${menu} a[href="${path}"][aria-current]`)).toBeAttached()
          } else await page.goto(path)
          await expect(page.locator('h1').first()).toBeVisible()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await expectWell(page, looked)
        }
        quiet()
      })
    }
  })
}
