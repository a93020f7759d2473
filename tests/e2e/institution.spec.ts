import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { hasCas, startCas } from '../services/cas.ts'
import { CLIENT, startOidc } from '../services/oidc.ts'
import { freePort } from '../services/program.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, hasSlapd, startSlapd } from '../services/slapd.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { linkIn, readInbox } from '../support/inbox.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, leave, ownServer, sendSignIn, signIn, speakEnglish, test } from './journey.ts'

/** Saves the form of a method; a fresh sign-in has proved who is there. */
const save = (page: Page) => page.getByRole('dialog').last().getByRole('button', { name: 'Save' }).click()

test.beforeEach(({ page }) => speakEnglish(page))

test('an administrator connects an OpenID provider with the test button, and a researcher signs in by it', async ({
  page,
}) => {
  await ownServer(async ({ origin, dataDir }) => {
    const port = await freePort()
    await signIn(page, ADMIN.email, `${origin}/systemConfig/methods`)
    await page.getByRole('button', { name: 'Add sign-in method' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add OpenID Connect' })
    await expect(async () => {
      // What moves in while the pointer is down takes the click away.
      if (await dialog.isHidden()) await page.getByRole('button', { name: /^OpenID Connect/ }).click({ timeout: 5000 })
      await expect(dialog).toBeVisible({ timeout: 5000 })
    }).toPass()
    await save(page)
    await expect(dialog.locator('.ant-form-item-explain-error').first()).toBeVisible()
    await dialog.getByLabel('Name (Chinese)').fill('校园账号')
    await dialog.getByLabel('Name (English)').fill('Campus')
    // Whoever saves an address without encryption is told what it gives away.
    await dialog.getByLabel('Issuer').fill('http://id.lake.test')
    await dialog.getByLabel('Client ID').fill(CLIENT.id)
    await save(page)
    const question = page.getByRole('dialog', { name: 'Save without encryption?' })
    await expect(question).toContainText('Not encrypted: http://id.lake.test')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await dialog.getByLabel('Issuer').fill(`http://127.0.0.1:${port}`)
    await dialog.getByLabel('Client secret').fill(CLIENT.secret)
    await dialog.getByRole('button', { name: 'Run test' }).click()
    await expect(dialog.getByText(/refused|not answer|connection/i).first()).toBeVisible()
    // Known before it is saved, and the same afterwards: the provider asks for it first.
    const callbackUrl = (await dialog.locator('.method-addresses code').textContent()) ?? ''
    await dialog.getByRole('switch', { name: 'Enabled', exact: true }).click()
    await save(page)
    // Nobody is shown a button that does not work by a slip, neither by the form nor by the switch of the list.
    const anyway = page.getByRole('dialog', { name: 'The test failed. Enable anyway?' })
    await expect(anyway).toContainText('a button on the sign-in page that doesn’t work')
    await anyway.getByRole('button', { name: 'Enable anyway' }).click()
    const kept = page.getByRole('dialog', { name: 'OpenID Connect settings' })
    await expect(kept.getByText('Register the address above with the provider')).toBeVisible()
    await expect(kept.locator('.method-addresses code')).toBeInViewport()
    await kept.getByRole('button', { name: 'Close' }).last().click()
    const isOn = page.getByRole('switch', { name: /Campus/ })
    await expect(isOn).toBeChecked()
    await isOn.click()
    await expect(isOn).not.toBeChecked()
    await isOn.click()
    await anyway.getByRole('button', { name: 'Cancel' }).click()
    await expect(anyway).toBeHidden()
    await expect(isOn).not.toBeChecked()
    await isOn.click()
    await anyway.getByRole('button', { name: 'Enable anyway' }).click()
    await expect(isOn).toBeChecked()
    // Who chooses it while it is down is back among the other methods.
    await leave(page)
    await page.goto(`${origin}/login`)
    await page.getByRole('link', { name: /Campus/ }).click()
    await expect(page.getByText('“Campus” is temporarily unavailable')).toBeVisible()
    await expect(page.locator('input[name=password]')).toBeVisible()

    const provider = await startOidc(callbackUrl, port)
    try {
      await page.goto(`${origin}/login`)
      await expectAccessible(page)
      await page.getByRole('link', { name: /Campus/ }).click()
      await page.locator('input[name=login]').fill('lin')
      await page.locator('input[name=password]').fill('x')
      await page.locator('button[type=submit]').click()
      await page.locator('button[type=submit]').click()
      await page.waitForURL('**/login-oauth-perfect**')
      await expect(page.locator('input[name=name]')).toHaveValue('张三')
      await page.locator('input[name=org]').fill('Institute of Lakes')
      await page.locator('.card-form button[type=submit]').first().click()
      await page.waitForURL('**/validate-register-email**')
      await expect.poll(async () => (await readInbox(dataDir, 'lin@example.org')).length).toBe(1)
      await page.goto(linkIn((await readInbox(dataDir, 'lin@example.org'))[0]))
      await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
      await page.goto(`${origin}/login`)
      await page.getByRole('link', { name: /Campus/ }).click()
      await page.waitForURL('**/space')
    } finally {
      await provider.stop()
    }
  })
})

test.describe('a directory (OpenLDAP)', () => {
  test.skip(!hasSlapd, 'OpenLDAP slapd is not on this machine')

  test('somebody signs in by its name and password and binds the account they have; a slow one holds up nobody', async ({
    page,
    browser,
  }) => {
    await ownServer(async ({ origin }) => {
      const slapd = await startSlapd()
      const slow = await openSlowProxy(slapd.port, 0)
      try {
        await signIn(page, ADMIN.email, `${origin}/space`)
        const csrf = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
        const method = {
          kind: 'ldap',
          name: { zh: '机构目录', en: 'Directory' },
          isOn: true,
          config: { url: `ldap://127.0.0.1:${slow.port}`, bindDn: ADMIN_DN, baseDn: BASE },
          secrets: { bindPassword: ADMIN_PASSWORD },
        }
        const made = await page.request.post(`${origin}/api/methods`, { data: method, headers: { DS_TOKEN: csrf } })
        expect(await made.json()).toMatchObject({ code: 0 })
        await leave(page)
        await page.goto(`${origin}/login`)
        await page.getByRole('link', { name: /Directory/ }).click()
        await page.waitForURL('**/ldap-login**')
        await page.locator('input[name=username]').fill('zhangsan')
        await page.locator('input[name=password]').fill('wrong')
        await page.locator('.card-form button[type=submit]').first().click()
        await expect(page.getByText('Incorrect username or password')).toBeVisible()
        await page.locator('input[name=password]').fill('Passw0rd!')
        await page.locator('.card-form button[type=submit]').first().click()
        await page.waitForURL('**/login-oauth-perfect**')
        await page
          .getByRole('link', { name: /account/i })
          .first()
          .click()
        await page.waitForURL('**/login-oauth-bind**')
        await page.locator('input[name=emailAccounts]').fill('zhang@demo.test')
        await page.locator('input[name=password]').fill('Lake-2026')
        await page.locator('.card-form button[type=submit]').first().click()
        await page.waitForURL('**/space')

        slow.state.delayMs = 10_000
        const other = await (await browser.newContext()).newPage()
        await other.goto(`${origin}/ldap-login`)
        await other.locator('input[name=username]').fill('zhangsan')
        await other.locator('input[name=password]').fill('Passw0rd!')
        await other.locator('.card-form button[type=submit]').first().click()
        // While that one waits, another gets in at once.
        await leave(page)
        await signIn(page, 'lin@demo.test', `${origin}/space`)
        await expect(other.getByText('机构目录').last()).toBeVisible()
        await expect
          .poll(async () => (await (await fetch(`${origin}/readyz`)).json()) as object)
          .toMatchObject({ status: 'ready', weak: [{ part: 'mail' }, { part: 'sign-in: Directory' }] })
        await other.context().close()
      } finally {
        await slow.close()
        await slapd.stop()
      }
    })
  })
})

test.describe('CAS (django-cas-server)', () => {
  test.skip(!hasCas, 'django-cas-server is not on this machine')

  test('somebody comes from its sign-in page and completes a profile', inFull, async ({ page }) => {
    await ownServer(async ({ origin }) => {
      const cas = await startCas()
      try {
        await signIn(page, ADMIN.email, `${origin}/space`)
        const csrf = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
        const method = {
          kind: 'cas',
          name: { zh: '统一认证', en: 'CAS' },
          isOn: true,
          config: { serverUrl: cas.serverUrl },
        }
        const made = await page.request.post(`${origin}/api/methods`, { data: method, headers: { DS_TOKEN: csrf } })
        expect(await made.json()).toMatchObject({ code: 0 })
        await leave(page)
        await page.goto(`${origin}/login`)
        await page.getByRole('link', { name: /CAS/ }).click()
        await page.locator('input[name=username]').fill('zhangsan')
        await page.locator('input[name=password]').fill('Passw0rd!')
        await page.locator('[type=submit]').first().click()
        await page.waitForURL('**/login-cas-perfect**')
        await page.locator('input[name=org]').fill('Institute of Lakes')
        await page.locator('.card-form button[type=submit]').first().click()
        await page.waitForURL('**/space')
      } finally {
        await cas.stop()
      }
    })
  })
})

test(
  'an administrator brings people in from a directory: a wrong filter is told in its field, and the preview tells who comes',
  inFull,
  async ({ page }) => {
    test.skip(!hasSlapd, 'OpenLDAP is not installed')
    const slapd = await startSlapd()
    await ownServer(async ({ origin }) => {
      const client = await new Client(origin).login(ADMIN.email, ADMIN.password)
      await client.data(contract.methods.create, {
        kind: 'ldap',
        name: { zh: '院内目录', en: 'Institute' },
        isOn: true,
        config: {
          url: `ldap://127.0.0.1:${slapd.port}`,
          bindDn: ADMIN_DN,
          baseDn: BASE,
          userFilter: '(uid={username})',
        },
        secrets: { bindPassword: ADMIN_PASSWORD },
      })
      await signIn(page, ADMIN.email, `${origin}/systemConfig/users`)
      await page.getByRole('button', { name: 'Import' }).click()
      await page.setViewportSize({ width: 390, height: 844 })
      const panel = page.getByRole('dialog')
      await panel.getByText('Directory', { exact: true }).first().click()
      await panel.getByLabel('Filter', { exact: true }).fill('(uid=*si')
      await panel.getByRole('button', { name: 'Preview' }).click()
      await expect(panel.locator('.ant-form-item-explain-error')).toHaveText(/valid LDAP filter/)
      await expectAccessible(page)
      await panel.getByLabel('Filter', { exact: true }).fill('(|(uid=zhangsan)(uid=lisi)(uid=mute))')
      await panel.getByLabel(/^Default organisation/).fill('Institute of Limnology')
      await panel.getByRole('button', { name: 'Preview' }).click()
      await expect(panel.getByText('Li Si')).toBeVisible()
      await expectAccessible(page)
      await panel.getByRole('button', { name: 'Import 2 rows' }).click()
      await expect(panel.getByText(/2 created|2 new|Imported/i).first()).toBeVisible()
      await expect
        .poll(async () => (await client.data(contract.users.list, { q: 'lisi@example.org' })).list.length)
        .toBe(1)
    })
    await slapd.stop()
  },
)

test(
  'an administrator brings people in from a sheet, and lets one go: the spaces are handed over first',
  inFull,
  async ({ page, browser }) => {
    await ownServer(async ({ origin, dataDir }) => {
      const context = await browser.newContext({ baseURL: origin })
      const leaving = await context.newPage()
      await speakEnglish(leaving)
      await signIn(leaving, 'lin@demo.test', `${origin}/space`)

      await signIn(page, ADMIN.email, `${origin}/systemConfig/users`)
      await page.getByRole('button', { name: 'Import' }).click()
      const rows = [
        'E-mail,Name,Organisation,Role',
        'new1@lab.test,新一,湖泊所,',
        'not an address,新二,湖泊所,',
        'zhang@demo.test,张启明,湖泊所,role_senior',
      ]
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('not an address')).toBeVisible()
      const change = dialog.getByText('Ordinary user → Advanced user')
      await expect(change).toBeVisible()
      await dialog.getByRole('button', { name: 'Leave out roles' }).click()
      await expect(change).toBeHidden()
      await dialog.getByRole('button', { name: 'Include roles' }).click()
      await expect(change).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: /^Import 2/ }).click()
      const question = page.locator('.ant-modal-confirm')
      await expect(question).toContainText('张启明')
      await question.getByRole('button', { name: /set roles$/ }).click()
      await expect.poll(async () => (await readInbox(dataDir, 'new1@lab.test')).length).toBe(1)

      await page.goto(`${origin}/systemConfig/users`)
      await page.getByRole('link', { name: '林蔚' }).first().click()
      const handover = page.getByRole('dialog', { name: /Disable/ })
      await expect(async () => {
        // What moves in while the pointer is down takes the click away.
        const disable = page.getByRole('button', { name: 'Disable', exact: true }).first()
        if (await handover.isHidden()) await disable.click({ timeout: 5000 })
        await expect(handover).toBeVisible({ timeout: 5000 })
      }).toPass()
      await expect(handover.getByRole('button', { name: 'Disable', exact: true })).toBeDisabled()
      await handover.getByRole('combobox', { name: 'Transfer all to' }).fill('okafor')
      await page.locator('.ant-select-item-option', { hasText: 'Okafor' }).first().click()
      await handover.getByRole('button', { name: 'Disable', exact: true }).click()
      await expect(handover).toBeHidden()
      // The end of a session is told to the pages that are open.
      await expect(leaving).toHaveURL(/\/login\?problem=sessionOver$/)
      await sendSignIn(leaving, 'lin@demo.test')
      await expect(leaving.getByText('This account is disabled')).toBeVisible()
      await context.close()

      await page.goto(`${origin}/systemConfig/audit`)
      await page.getByRole('button', { name: /Verify integrity/ }).click()
      await expect(page.getByText(/whole|intact/i).first()).toBeVisible()
      await expect(page.getByText('林蔚').or(page.getByText('lin@demo.test')).first()).toBeVisible()
      await expectAccessible(page)
    })
  },
)

test('an administrator changes the words of a mail and sees it before anybody gets it', inFull, async ({ page }) => {
  await ownServer(async ({ origin }) => {
    await signIn(page, ADMIN.email, `${origin}/systemConfig/mails`)
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page
      .getByRole('button', { name: /password reset|set a new password|Reset/i })
      .first()
      .click()
    const body = page.locator('textarea:visible').last()
    await body.fill('Dear {{nobody}}')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/nobody/).last()).toBeVisible()
    await expect(async () => {
      await body.fill('Dear {{name}}, follow {{url}}')
      await expect(page.frameLocator('iframe').last().getByText('Dear Wei Lin')).toBeVisible({ timeout: 4000 })
    }).toPass()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved. New emails will use this text.')).toBeVisible()
  })
})
