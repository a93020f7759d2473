import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, follow, leave, ownServer, signIn, speakEnglish, test } from './journey.ts'

test.beforeEach(({ page }) => speakEnglish(page))

/** Registering needs a proof until one is given; the dialog that asks for it does not come the first time. */
async function forgetProof(page: Page): Promise<void> {
  const refusal = { code: 8, message: 'Verify your identity first', data: null, error: 'confirmNeeded', requestId: 'x' }
  await page.route('**/api/setting/applications', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
  )
  await page.route('**/api/account/confirm', async (route) => {
    await page.unroute('**/api/setting/applications')
    await route.fallback()
  })
  await page.route('**/ConfirmDialog-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
}

test('an administrator registers an application, grants it something in a space, limits its calls, disables it and removes it', async ({
  page,
}) => {
  await ownServer(async ({ origin }) => {
    await signIn(page, ADMIN.email, `${origin}/systemConfig/openApi`)
    await expect(page.getByText('No applications yet')).toBeVisible()
    await page.getByRole('button', { name: 'Register application' }).click()
    const drawer = page.locator('.ant-drawer').getByRole('dialog')
    await drawer.getByLabel('Name').fill('Buoy gateway')
    await drawer.getByRole('button', { name: 'Register application' }).click()
    await expect(drawer.getByText('Enter an email address')).toBeVisible()
    await drawer.getByLabel('Contact email').fill('buoy@lab.test')
    await forgetProof(page)
    await drawer.getByRole('button', { name: 'Register application' }).click()
    await expect(page.getByText(/^This part of the page couldn’t be loaded/)).toBeVisible()
    await drawer.getByRole('button', { name: 'Register application' }).click()
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('Secret created')).toBeVisible()
    await page.keyboard.press('Escape')
    const saved = page.getByRole('dialog', { name: 'Have you saved the secret?' })
    await saved.getByRole('button', { name: 'Go back' }).click()
    await expect(saved).toBeHidden()
    await expectAccessible(page)
    const header = await drawer.getByRole('textbox', { name: 'Request header' }).inputValue()
    const authorization = header.replace('Authorization: ', '')
    const call = async () => (await page.request.get(`${origin}/api/spaces`, { headers: { authorization } })).status()
    await drawer.getByRole('button', { name: 'I’ve saved it' }).click()
    await expect(drawer).toBeHidden()
    expect(await call()).toBe(403)

    await page.getByRole('table').getByRole('link', { name: 'Buoy gateway' }).press('Enter')
    await expect(drawer.getByText('No grants yet')).toBeVisible()
    await drawer.getByRole('button', { name: 'Change grants' }).click()
    await drawer.getByRole('checkbox', { name: /^Read spaces/ }).click()
    await drawer.getByLabel('Read spaces: valid until').fill('2090-01-01')
    await drawer.getByLabel('Read spaces: valid until').press('Enter')
    await expect(page.locator('.ant-picker-dropdown')).toBeHidden()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByText(/Valid until .*2090/)).toBeVisible()
    expect(await call()).toBe(200)

    const limitCalls = async (most: string) => {
      await drawer.getByRole('button', { name: 'Edit' }).click()
      await drawer.getByLabel('Calls per day').fill(most)
      if (most) await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Save' }).click()
    }
    await limitCalls('1')
    await expect(drawer.getByText(/^\d of 1$/)).toBeVisible()
    expect(await call()).toBe(429)
    await limitCalls('')
    await expect(drawer.getByText(/^\d+, no limit$/)).toBeVisible()
    expect(await call()).toBe(200)

    await drawer.getByRole('button', { name: 'Add to a space' }).click()
    await drawer.getByRole('combobox', { name: 'Select a space' }).click()
    await page.locator('.ant-select-item-option').first().click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByRole('button', { name: /^Change permissions in/ })).toBeVisible()
    await expectAccessible(page)

    await drawer.getByRole('button', { name: 'Disable', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Disable “Buoy gateway”?' })
      .getByRole('button', { name: 'Disable', exact: true })
      .click()
    await expect(drawer.getByRole('button', { name: 'Enable', exact: true })).toBeVisible()
    expect(await call()).toBe(403)

    await drawer.getByRole('button', { name: 'Delete application' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the application “Buoy gateway”?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Delete application' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByText('No applications yet')).toBeVisible()
    expect(await call()).toBe(401)

    await follow(page, '/systemConfig/openApi?tab=apis')
    await page.getByRole('searchbox', { name: 'Search operations' }).fill('tables.create')
    await expect(page.getByText('/api/tables', { exact: false }).first()).toBeVisible()
    await expectAccessible(page)
  })
})

test('a person lets an application act for them, sees it in My account and revokes it', async ({ page, server }) => {
  const [verifier, redirect] = ['v'.repeat(43), 'http://127.0.0.1:9/back']
  await signIn(page, ADMIN.email, '/systemConfig/openApi?panel=create')
  const drawer = page.locator('.ant-drawer').getByRole('dialog')
  await drawer.getByLabel('Name').fill('Notebook')
  await drawer.getByLabel('Contact email').fill('notebook@lab.test')
  await drawer.getByLabel('Redirect URIs').fill(redirect)
  await drawer.getByLabel('Redirect URIs').press('Enter')
  await drawer.getByRole('button', { name: 'Register application' }).click()
  const key = await drawer.getByRole('textbox', { name: 'Key ID' }).inputValue()
  const secret = await drawer.getByRole('textbox', { name: 'Secret', exact: true }).inputValue()
  await drawer.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('table').getByRole('link', { name: 'Notebook' }).press('Enter')
  await drawer.getByRole('button', { name: 'Change grants' }).click()
  await drawer.getByRole('checkbox', { name: /^Read spaces/ }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('No expiry')).toBeVisible()
  await leave(page)

  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const ask = new URLSearchParams({
    client_id: key,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'readSpaces',
    state: 's',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  await signIn(page, 'lin@demo.test', `/authorize?${ask}`)
  await expect(page.getByRole('heading', { name: 'Allow “Notebook” to use this site on your behalf?' })).toBeVisible()
  await expectAccessible(page)
  // The application's own page, which is nowhere.
  await page.route(`${redirect}?*`, (route) => route.fulfill({ body: 'Back at Notebook' }))
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${redirect}?*`)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('iss')).toBe(server.origin)
  const exchanged = await page.request.post('/api/oauth/token', {
    form: {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: redirect,
      code_verifier: verifier,
      client_id: key,
      client_secret: secret,
    },
  })
  const { access_token: token } = (await exchanged.json()) as { access_token: string }
  const call = async () =>
    (await page.request.get('/api/spaces', { headers: { authorization: `Bearer ${token}` } })).status()
  expect(await call()).toBe(200)

  await page.goto('/personalCenter?tab=keys')
  const own = page.getByRole('listitem').filter({ hasText: 'Notebook' })
  await expect(own.getByText('Read spaces')).toBeVisible()
  await expectAccessible(page)
  await own.getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No application can act on your behalf.')).toBeVisible()
  expect(await call()).toBe(401)
})

test(
  'an administrator reads why a webhook’s address is refused, why a delivery failed, and sends it again',
  inFull,
  async ({ page }) => {
    let status = 410
    const events: string[] = []
    const receiver = createServer((request, response) => {
      let text = ''
      request.on('data', (piece: Buffer) => (text += piece))
      request.on('end', () => {
        events.push((JSON.parse(text) as { type: string }).type)
        response.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const env = { OUTSIDE_ALLOW: `127.0.0.1:${port}` }
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/openApi?panel=create`)
      const drawer = page.locator('.ant-drawer').getByRole('dialog')
      await drawer.getByLabel('Name').fill('Listener')
      await drawer.getByLabel('Contact email').fill('listener@lab.test')
      await drawer.getByRole('button', { name: 'Register application' }).click()
      await drawer.getByRole('button', { name: 'I’ve saved it' }).click()
      await expect(drawer).toBeHidden()
      await page.getByRole('table').getByRole('link', { name: 'Listener' }).press('Enter')
      await drawer.getByRole('button', { name: 'Add webhook' }).click()
      await drawer.getByLabel('Address').fill('http://127.0.0.1:9/inner')
      await drawer.getByRole('button', { name: 'Add webhook' }).click()
      await expect(drawer.getByText('Events aren’t sent to this internal address')).toBeVisible()
      await drawer.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
      await drawer.getByRole('button', { name: 'Add webhook' }).click()
      const row = drawer.getByRole('listitem').filter({ hasText: '/hook' })
      await row.getByRole('button', { name: 'Send test event' }).click()
      await row.getByRole('button', { name: 'Deliveries' }).click()
      await expect(row.getByText('HTTP 410')).toBeVisible()
      await expectAccessible(page)
      status = 204
      await row.getByRole('button', { name: 'Send again' }).click()
      await expect(row.getByText('Delivered')).toBeVisible()
      expect(events).toEqual(['ping', 'ping'])
    }, env)
    receiver.close()
  },
)

test(
  'a call is tried in the API reference with one’s own token, never with the session of the browser',
  inFull,
  async ({ page }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/api/docs?q=spaces.list`)
      const card = page.locator('article[id="spaces.list"]')
      await card.getByRole('button', { name: 'Try it' }).click()
      await card.getByRole('textbox').fill('{"scope": "mine"}')
      await card.getByRole('button', { name: 'Send' }).click()
      await expect(card.getByRole('status')).toContainText('"notSignedIn"')
      const csrf = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
      const made = await page.request.post(`${origin}/api/account/tokens`, {
        data: { name: 'try', scope: 'read', validityDays: 1 },
        headers: { DS_TOKEN: csrf },
      })
      const { data } = (await made.json()) as { data: { token: string } }
      await page.getByLabel('Token').fill(data.token)
      await card.getByRole('button', { name: 'Send' }).click()
      await expect(card.getByRole('status')).toContainText('"code": 0')
      await expectAccessible(page)
    })
  },
)
