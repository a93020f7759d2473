import type { Page } from '@playwright/test'
import { inFull, sampled } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, ownServer, signIn, speakEnglish, test } from './journey.ts'

const idOf = async (page: Page, origin: string, identifier: string) => {
  const { data } = (await (await page.request.get(`${origin}/api/spaces/${identifier}`)).json()) as {
    data: { id: string }
  }
  return data.id
}
/** Opens a dialog of the drawer; what moves in while the pointer is down takes the click away. */
async function ask(page: Page, button: string, title: RegExp) {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(async () => {
    const asking = page.locator('.managed-actions').getByRole('button', { name: button, exact: true })
    if (await dialog.isHidden()) await asking.click({ timeout: 5000 })
    await expect(dialog).toBeVisible({ timeout: 5000 })
  }).toPass()
  return dialog
}

test.beforeEach(({ page }) => speakEnglish(page))

test('an ordinary user is turned away from the management of spaces and from the figures', async ({ page }) => {
  const sections = sampled(['spaces', 'statistics', 'traffic'], (section) => section === 'statistics')
  for (const section of sections) {
    await signIn(page, 'zhang@demo.test', `/systemConfig/${section}`)
    await page.waitForURL('**/access**')
  }
})

test('an administrator takes a space offline while its owner is there, brings it back, gives it away and enters', async ({
  page,
  browser,
}) => {
  await ownServer(async ({ origin }) => {
    const owner = await (await browser.newContext()).newPage()
    await speakEnglish(owner)
    await signIn(owner, 'lin@demo.test', `${origin}/space/glacier/details/filesManage`)
    const id = await idOf(owner, origin, 'glacier')
    await expect(owner.getByRole('grid')).toBeVisible()
    const member = await (await browser.newContext()).newPage()
    await speakEnglish(member)
    await signIn(member, 'zhang@demo.test', `${origin}/space/${id}/details/journal`)
    await expect(member.locator('.journal-entry').first()).toBeVisible()
    const refused: string[] = []
    member.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))

    await signIn(page, ADMIN.email, `${origin}/systemConfig/spaces`)
    await page.getByRole('searchbox', { name: /^Search by name/ }).fill('glacier')
    const table = page.getByRole('table', { name: 'Spaces' })
    await expect(table.locator('tbody tr')).toHaveCount(1)
    await table.getByRole('link').first().click()
    await expect(page.locator('.managed-details .record-properties')).toBeVisible()
    // While it moves in, colours are half there.
    await expect(page.locator('.ant-drawer [class*="-motion-"]')).toHaveCount(0)
    await expectAccessible(page)
    // An administrator who does not belong to it would be turned away in the console.
    await expect(page.getByRole('link', { name: 'View space page' })).toHaveAttribute('href', '/space/glacier')

    const offline = await ask(page, 'Take offline', /offline\?$/)
    await offline.getByRole('button', { name: 'Take offline' }).click()
    await expect(offline.getByText('Give a reason for taking it offline')).toBeVisible()
    await offline.getByLabel('Reason').fill('The sensor data must be checked')
    await offline.getByRole('button', { name: 'Take offline' }).dblclick()
    await expect(page.getByText('1 space taken offline')).toBeVisible()
    // The owner sees it without doing anything, with the reason.
    await expect(owner.getByRole('note').getByText('The sensor data must be checked')).toBeVisible()
    await expect(owner.getByRole('grid')).toBeHidden()
    // A member sees that it is, may leave, and asks for nothing that is refused, with the page open or anew.
    for (const open of [async () => undefined, () => member.goto(`${origin}/space/${id}/details/spaceSetting`)]) {
      await open()
      await member.waitForURL(`**/space/${id}/details/spaceInfo`)
      await expect(member.getByRole('note').getByRole('button', { name: 'Leave' })).toBeVisible()
      await expect(member.getByText('The sensor data must be checked')).toBeHidden()
      await expect(member.locator('.space-tabs a')).toHaveText(['Overview'])
    }
    expect(refused).toEqual([])
    await expect(table.getByText('Offline')).toBeVisible()

    const online = await ask(page, 'Bring online', /back online\?$/)
    await online.getByRole('button', { name: 'Bring online' }).click()
    await expect(owner.getByRole('note')).toBeHidden()

    const capacity = await ask(page, 'Change storage', /^Change storage of/)
    await capacity.getByLabel('Storage').fill('')
    await capacity.getByRole('button', { name: 'Change storage' }).click()
    await expect(capacity.getByText(/whole number from 1/)).toBeVisible()
    // What is allocated in sum is compared with the disk, and not refused.
    await expect(capacity.getByText(/free on the disk/)).toBeVisible()
    await capacity.getByLabel('Storage').fill('10240')
    await expect(capacity.getByText(/more than the disk has/)).toBeVisible()
    await capacity.getByLabel('Storage').fill('25')
    await capacity.getByRole('button', { name: 'Change storage' }).click()
    await expect(page.getByText('Storage changed to 25 GB')).toBeVisible()
    await expect(table.getByText(/\/ 25 GB/)).toBeVisible()

    const giving = await ask(page, 'Change owner', /^Change the owner/)
    await giving.getByRole('button', { name: 'Change owner' }).click()
    await expect(giving.getByText('Select the new owner')).toBeVisible()
    await giving.getByRole('combobox', { name: 'New owner' }).fill('okafor')
    await page.locator('.ant-select-item-option', { hasText: 'Okafor' }).first().click()
    await giving.getByRole('button', { name: 'Change owner' }).click()
    await expect(page.getByText('Ngozi Okafor is now the owner of the space')).toBeVisible()
    await expect(table.getByText('okafor@demo.test')).toBeVisible()

    await page.getByRole('button', { name: 'Records', exact: true }).click()
    await expect(page.locator('.managed-details .audit-entry')).toHaveCount(4)
    await page.getByRole('button', { name: 'Overview', exact: true }).click()

    const joining = await ask(page, 'Join as senior member', /^Join/)
    await joining.getByRole('button', { name: 'Join as senior member' }).click()
    await page.waitForURL(`**/space/${id}/details/filesManage`)
    await expect(page.getByRole('grid')).toBeVisible()
    await page.goto(`${origin}/systemConfig/spaces?space=${id}`)
    await expect(page.getByRole('link', { name: 'Open space' })).toHaveAttribute(
      'href',
      `/space/${id}/details/spaceInfo`,
    )
    // A member has nothing to join, and neither has the owner.
    await expect(page.getByRole('button', { name: 'Change owner' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Join as senior member' })).toBeHidden()
    const back = await ask(page, 'Change owner', /^Change the owner/)
    await back.getByRole('combobox', { name: 'New owner' }).fill(ADMIN.email)
    await page.locator('.ant-select-item-option').first().click()
    await back.getByRole('button', { name: 'Change owner' }).click()
    await expect(table.getByText(ADMIN.email)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Join as senior member' })).toBeHidden()
    await owner.context().close()
    await member.context().close()
  })
})

test(
  'several go offline at once, and what could not is named; one is deleted with its identifier',
  inFull,
  async ({ page }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/spaces`)
      const rows = page.getByRole('table', { name: 'Spaces' }).locator('tbody tr')
      for (const i of [0, 1]) await rows.nth(i).getByRole('checkbox').check()
      const bar = page.getByRole('toolbar')
      await bar.getByRole('button', { name: 'Take offline' }).click()
      const dialog = page.getByRole('dialog', { name: 'Take 2 spaces offline?' })
      await dialog.getByLabel('Reason').fill('Stocktaking')
      await dialog.getByRole('button', { name: 'Take offline' }).click()
      await expect(page.getByText('2 spaces taken offline')).toBeVisible()
      await expect(bar).toBeHidden()
      await expect(rows.getByText('Stocktaking')).toHaveCount(2)

      for (const i of [1, 2]) await rows.nth(i).getByRole('checkbox').check()
      await bar.getByRole('button', { name: 'Bring online' }).click()
      const back = page.getByRole('dialog', { name: 'Bring 2 spaces back online?' })
      await expect(back.getByText('1 of them isn’t offline and won’t be changed.')).toBeVisible()
      await back.getByRole('button', { name: 'Bring online' }).click()
      const report = page.getByRole('dialog', { name: 'Some spaces weren’t changed' })
      await expect(report.getByText('1 done, 1 not changed:')).toBeVisible()
      await report.getByRole('button', { name: 'Close' }).click()

      const count = await rows.count()
      await rows.first().getByRole('link').click()
      const identifier = (await rows.first().locator('small').first().textContent()) ?? ''
      const deleting = await ask(page, 'Delete space', /^Delete/)
      const sure = deleting.getByRole('button', { name: 'Delete space' })
      await deleting.getByLabel('Identifier').fill('something else')
      await expect(sure).toBeDisabled()
      await deleting.getByLabel('Identifier').fill(identifier)
      await sure.click()
      await expect(rows).toHaveCount(count - 1)
      await page.getByRole('link', { name: 'Records' }).click()
      await expect(page.locator('.audit-entry').first()).toContainText('deleted')
      await expectAccessible(page)
    })
  },
)

test(
  'the figures of the site: charts with the table behind them, and the leading spaces lead to their drawer',
  inFull,
  async ({ page }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/statistics`)
      await expect(page.locator('.statistics-charts canvas').first()).toBeVisible()
      await page.getByRole('button', { name: 'Show as table: Spaces' }).click()
      const table = page.getByRole('region', { name: 'Spaces', exact: true }).getByRole('table')
      await expect(table.getByRole('row')).toHaveCount(32)
      await page.getByText('Year', { exact: true }).click()
      await expect(table.getByRole('row')).toHaveCount(13)
      await page.getByText('Real time', { exact: true }).click()
      await expect(table.getByRole('row')).toHaveCount(25)
      await expect(page.locator('.statistics-charts').getByRole('heading')).toHaveText([
        'Users',
        'Spaces',
        'Content stored',
        'Members of spaces',
        'Datasets',
        'Tables',
        'Dashboards',
        'Activity in spaces',
      ])
      await expectAccessible(page)
      await page.getByRole('combobox', { name: 'Space', exact: true }).fill('高原湖泊')
      await page.getByTitle('高原湖泊生态观测').first().click()
      await expect(page).toHaveURL(/space=/)
      await expect(page.locator('.statistics-charts').getByRole('heading')).toHaveText([
        'Content stored',
        'Members of spaces',
        'Datasets',
        'Tables',
        'Dashboards',
        'Activity in spaces',
      ])
      const sheet = page.getByRole('link', { name: 'Export CSV' })
      await expect(sheet).toHaveAttribute('href', /spaceId=/)
      await page.reload()
      await expect(page.locator('.statistics-space')).toContainText('高原湖泊生态观测')
      await page.getByText('Files', { exact: true }).last().click()
      const first = page.locator('.statistics-top li').first()
      await expect(first).toContainText('高原湖泊生态观测')
      await first.getByRole('link').click()
      await expect(
        page.getByRole('dialog', { name: 'Space' }).getByRole('heading', { name: '高原湖泊生态观测' }),
      ).toBeVisible()
    })
  },
)

test(
  'the traffic of this moment fills by itself, and that of other spans is told by channel, as a table and as a sheet',
  inFull,
  async ({ page }) => {
    await signIn(page, ADMIN.email, '/systemConfig/traffic?range=live')
    // What the page itself asks for is traffic, too.
    await expect(page.getByRole('img', { name: /^Current traffic: .* per second$/ })).toBeVisible()
    const channels = page.getByRole('region', { name: 'By access method' })
    await expect(channels.getByRole('row', { name: /^Web / })).toContainText(/[KMG]B/)
    await page.getByText('Year', { exact: true }).click()
    await page.getByRole('button', { name: 'Show as table: Traffic' }).click()
    const table = page.getByRole('region', { name: 'Traffic' }).getByRole('table')
    await expect(table.getByRole('row')).toHaveCount(13)
    await expect(page).toHaveURL(/range=year/)
    await expect(channels.getByRole('row')).toHaveCount(8)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^traffic-.+\.csv$/)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const cards = page.getByRole('region', { name: 'By access method' })
    await expect(cards.getByRole('listitem').filter({ hasText: /^Web\d/ })).toContainText(/Out.*B.*In.*B.*Requests/s)
    expect(await cards.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
)

test(
  'how many rows come at a time is chosen below the list, asked of the server and kept in the address',
  inFull,
  async ({ page }) => {
    const sizes: (string | null)[] = []
    // The demo fits into any page: there is more to come.
    await page.route('**/api/common/all?*', async (route) => {
      sizes.push(new URL(route.request().url()).searchParams.get('size'))
      const response = await route.fetch()
      const body = (await response.json()) as { data: { next?: string } }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, next: 'more' } } })
    })
    await signIn(page, ADMIN.email, '/systemConfig/spaces')
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await page.locator('.ant-select-item-option', { hasText: '20 per page' }).click()
    await page.waitForURL('**/systemConfig/spaces?size=20')
    const tabs = page.getByRole('navigation', { name: 'Spaces' })
    await tabs.getByRole('link', { name: 'Records' }).click()
    await tabs.getByRole('link', { name: 'All spaces' }).click()
    await expect(page).toHaveURL(/\?size=20$/)
    expect([...new Set(sizes)]).toEqual(['50', '20'])
  },
)

test(
  'filters of a list are saved under a name, applied from another page and removed; they are in the address',
  inFull,
  async ({ page }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/users?role=role_senior&sort=name&order=asc`)
      const bar = page.locator('.record-filters')
      await bar.getByRole('button', { name: 'Saved filters' }).click()
      const name = page.getByRole('textbox', { name: 'Save current filters' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.locator('.saved-filters')).toContainText('Enter a name')
      await name.fill('Advanced users')
      await expectAccessible(page)
      await name.press('Enter')
      await expect(
        page.locator('.saved-filters').getByRole('button', { name: 'Advanced users', exact: true }),
      ).toBeVisible()
      await page.keyboard.press('Escape')

      await page.goto(`${origin}/systemConfig/users`)
      await bar.getByRole('button', { name: 'Saved filters' }).click()
      await page.locator('.saved-filters').getByRole('button', { name: 'Advanced users', exact: true }).click()
      await expect(page).toHaveURL(/role=role_senior&sort=name&order=asc/)
      await expect(bar.getByRole('button', { name: 'Advanced users' })).toBeVisible()

      await bar.getByRole('button', { name: 'Advanced users' }).click()
      await page.getByRole('button', { name: 'Delete saved filter “Advanced users”' }).click()
      await expect(page.locator('.saved-filters')).toContainText('No saved filters yet')
    })
  },
)
