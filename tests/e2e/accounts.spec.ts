import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { settings } from '#contract/settings.ts'
import { users } from '#contract/users.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { linkIn, readInbox } from '../support/inbox.ts'
import { ADMIN, type Server } from '../support/server.ts'
import {
  test as base,
  expect,
  expectAccessible,
  leave,
  ownServer,
  PASSWORD,
  sendSignIn,
  signIn,
  speakEnglish,
} from './journey.ts'

const GOOD = 'Mesa-4711x'

/** People change their passwords and second steps here: other journeys have their own server. */
const test = base.extend<object, { isApart: string }>({ isApart: ['accounts', { scope: 'worker', auto: true }] })

/** Answers the question in words; the image is for eyes. */
async function answerInWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Answer a text question instead' }).click()
  const question = page.getByText(/What is \d+ plus \d+/).first()
  await expect(question).toBeVisible()
  const [a = 0, b = 0] = ((await question.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
  await page.locator('input[name=verificationCode]').fill(String(a + b))
}
/** The newest mail to an address; it comes a moment after the page says so. */
/** The newest link to a page in the mails of an address; other mails may come meanwhile, such as of a new device. */
async function newestLink(server: Server, address: string, page: string): Promise<string> {
  const links = async () =>
    (await readInbox(server.dataDir, address)).map(linkIn).filter((link) => URL.parse(link)?.pathname === page)
  await expect.poll(links).not.toEqual([])
  return (await links()).at(-1) ?? ''
}
/** The next call to an address needs a newer proof of who asks. */
async function ageProof(page: Page, address: string): Promise<void> {
  const refusal = { code: 8, message: 'Verify your identity first', data: null, error: 'confirmNeeded', requestId: 'x' }
  let isOld = true
  await page.route(address, (route) => {
    if (route.request().method() !== 'POST' || !isOld) return route.fallback()
    isOld = false
    return route.fulfill({ status: 403, json: refusal })
  })
}
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead })

test.beforeEach(({ page }) => speakEnglish(page))

test(
  'the avatar leads to the personal center, and the menu beside it opens by mouse and keyboard',
  inFull,
  async ({ page }) => {
    await signIn(page, 'zhang@demo.test')
    const menu = page.locator('.account-menu')
    const opener = page.getByRole('button', { name: 'Account menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.locator('.menu .avatar').click()
    await expect(page).toHaveURL(/\/personalCenter/)
  },
)

test.describe('getting an account', () => {
  test('what is wrong is told beside its field, and what was typed stays', inFull, async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.locator('input[name=emailAccounts]').fill('nobody')
    await page.locator('input[name=name]').fill('<b>')
    await page.locator('input[name=password]').fill('abc')
    await page.getByRole('button', { name: 'Sign up' }).click()
    for (const field of ['Email', 'Name', 'Organisation', 'Password', 'Verification code'])
      await expect(page.getByRole('textbox', { name: field, exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('input[name=name]')).toHaveValue('<b>')
    await expectAccessible(page)
  })

  test('a wrong answer to the image brings another one, and the rest stays', async ({ page }) => {
    await page.goto('/register')
    await page.locator('input[name=emailAccounts]').fill('eve@lab.test')
    await page.locator('input[name=name]').fill('Eve')
    await page.locator('input[name=org]').fill('Lab')
    await page.locator('input[name=password]').fill(GOOD)
    await page.locator('input[name=confirmPassword]').fill(GOOD)
    const image = page.locator('img[src^="data:image/png"]')
    await expect(image).toBeVisible()
    const first = await image.getAttribute('src')
    await page.locator('input[name=verificationCode]').fill('wrong')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('The verification code is incorrect')).toBeVisible()
    await expect(image).not.toHaveAttribute('src', first ?? '')
    await expect(page.locator('input[name=password]')).toHaveValue(GOOD)
  })

  test('somebody registers, follows the mail, and is in', async ({ page, server }) => {
    await page.goto('/register')
    await page.locator('input[name=emailAccounts]').fill('wu@lab.test')
    await page.locator('input[name=name]').fill('吴小湖')
    await page.locator('input[name=org]').fill('湖泊研究所')
    await page.locator('input[name=password]').fill(GOOD)
    await page.locator('input[name=confirmPassword]').fill(GOOD)
    await answerInWords(page)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL('**/validate-register-email**')
    await expect(page.getByText('wu@lab.test')).toBeVisible()
    await page.goto(await newestLink(server, 'wu@lab.test', '/validate-success'))
    await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
    await page.goto('/login')
    await page.locator('input[name=emailAccounts]').fill('wu@lab.test')
    await page.locator('input[name=password]').fill(GOOD)
    await page.locator('.card-form button[type=submit]').first().click()
    await page.waitForURL('**/space')
  })

  test('somebody who was invited agrees to the terms with the first password, and the administrator sees it', async ({
    page,
    server,
  }) => {
    const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    const website = await admin.data(settings.website, {})
    await admin.data(settings.setWebsite, { ...website, clause: { zh: '', en: 'Be kind to lakes.' } })
    const emailAccounts = 'mia@lab.test'
    await admin.data(users.create, { emailAccounts, name: 'Mia', orgChineseName: 'Lab', role: 'role_general' })
    await page.goto(await newestLink(server, emailAccounts, '/reset-password'))
    const terms = page.getByRole('checkbox', { name: 'I have read and agree to the terms of service' })
    expect(await terms.boundingBox()).toMatchObject({ width: 16, height: 16 })
    await page.locator('input[name=password]').fill(GOOD)
    await page.locator('input[name=confirmPassword]').fill(GOOD)
    await answerInWords(page)
    const submit = page.locator('.card-form button[type=submit]').first()
    await submit.click()
    await expect(terms).toHaveAccessibleDescription('Read and agree to the terms of service first')
    await expectAccessible(page)
    await terms.check()
    await submit.click()
    await page.waitForURL('**/login?note=passwordSet')
    await admin.data(settings.setWebsite, website)
    const { list } = await admin.data(users.list, { q: emailAccounts })
    await signIn(page, ADMIN.email, `/systemConfig/users?user=${list[0]?.id}`)
    await expect(page.getByText(/^Agreed on .* · version [0-9a-f]{12}$/)).toBeVisible()
  })

  test('a forgotten password is set anew by mail; every window that was open is out', async ({
    page,
    browser,
    server,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL })
    const other = await context.newPage()
    await signIn(other, 'zhang@demo.test')
    await page.goto('/retrieve-password')
    await page.locator('input[name=emailAccounts]').fill('zhang@demo.test')
    await answerInWords(page)
    await page.getByRole('button', { name: 'Request a link' }).click()
    await page.waitForURL('**/validate-email**')
    await page.goto(await newestLink(server, 'zhang@demo.test', '/reset-password'))
    await page.locator('input[name=password]').fill(GOOD)
    await page.locator('input[name=confirmPassword]').fill(GOOD)
    await answerInWords(page)
    await page.locator('.card-form button[type=submit]').first().click()
    await page.waitForURL('**/login**')
    await other.goto('/space')
    await expect(other).toHaveURL(/\/login\?problem=sessionOver$/)
    await expect(other.getByText('您的登录已结束，请重新登录。')).toBeVisible()
    await sendSignIn(page, 'zhang@demo.test')
    await expect(page.getByText('Incorrect email or password')).toBeVisible()
    await page.locator('input[name=password]').fill(GOOD)
    await page.locator('.card-form button[type=submit]').first().click()
    await page.waitForURL('**/space')
    await context.close()
  })
})

test.describe('the personal center', () => {
  test(
    'profile and picture: a wrong number is told, a right one saved, the picture shows in the menu',
    inFull,
    async ({ page }) => {
      await signIn(page, 'sorensen@demo.test', '/personalCenter')
      await page.getByLabel('Organisation', { exact: true }).fill('Institute of Lakes')
      await page.getByLabel('Mobile phone').fill('12345')
      await page.getByLabel('ORCID').fill('0000-0002-1825-0098')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.locator('.ant-form-item-explain-error')).toHaveCount(2)
      await page.getByLabel('Mobile phone').fill('13800138000')
      await page.getByLabel('ORCID').fill('0000-0002-1825-0097')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
      await page.reload()
      await expect(page.getByLabel('ORCID')).toHaveValue('0000-0002-1825-0097')

      const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#0f766e' } })
        .png()
        .toBuffer()
      await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByTestId('container').or(dialog.locator('img')).first()).toBeVisible()
      await dialog
        .getByRole('button', { name: /save|use|upload|ok/i })
        .last()
        .click()
      await expect(page.locator('.menu .avatar img')).toBeVisible()
      await expectAccessible(page)
    },
  )

  test('the authenticator app: set up, asked for at the next sign-in, and a recovery code in its place', async ({
    page,
  }) => {
    await signIn(page, 'okafor@demo.test', '/personalCenter?tab=security')
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    await page.getByRole('textbox', { name: '6-digit code' }).fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('Incorrect verification code')).toBeVisible()
    await page.getByRole('textbox', { name: '6-digit code' }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    const codes = page.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    await expect(codes).toHaveCount(10)
    const recovery = (await codes.first().textContent()) ?? ''

    const enter = async () => {
      await leave(page)
      await page.goto('/login')
      await sendSignIn(page, 'okafor@demo.test')
    }
    await enter()
    await expect(page.locator('input[name=code]')).toBeVisible()
    await page.locator('input[name=code]').fill('000000')
    await page.locator('.card-form button[type=submit]').first().click()
    await expect(page.getByText('Incorrect verification code')).toBeVisible()
    // An error of the server ends nothing: the card stays, with what an administrator needs to look it up.
    await page.route('**/api/sign-in/second', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 500, message: 'Something went wrong', data: null, error: 'unknown', requestId: 'r-4711' },
      }),
    )
    await page.locator('.card-form button[type=submit]').first().click()
    await expect(page.locator('.form-error')).toContainText('r-4711')
    await page.unroute('**/api/sign-in/second')
    // The code of the setting up is used; the next one counts a little early. Typed by a Chinese input method.
    const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    await page.locator('input[name=code]').fill(wide(codeOf(secret, 30_000)))
    await page.locator('.card-form button[type=submit]').first().click()
    await page.waitForURL('**/space')

    await enter()
    await page.getByRole('button', { name: /recovery code/i }).click()
    await page.locator('input[name=code]').fill(recovery)
    await page.locator('.card-form button[type=submit]').first().click()
    await page.waitForURL('**/space')
  })

  test('a passkey: made with the browser’s authenticator, and then the only thing that signing in takes', async ({
    browser,
    server,
  }) => {
    // Browsers make passkeys for names, not for addresses.
    const context = await browser.newContext({ baseURL: server.origin.replace('127.0.0.1', 'localhost') })
    const page = await context.newPage()
    await speakEnglish(page)
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page, 'lin@demo.test', '/personalCenter?tab=security')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('Laptop')
    await dialog
      .getByRole('button', { name: /add|create|continue/i })
      .last()
      .click()
    await expect(page.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/)).toHaveCount(10)
    await leave(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/space')

    // With the password it is the second step.
    await leave(page)
    await page.goto('/login')
    // One sign-in at a time: while the password is on its way, the key has to wait.
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/login', async (route) => {
      await held
      await route.continue()
    })
    await sendSignIn(page, 'lin@demo.test')
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeDisabled()
    letGo()
    await page.getByRole('button', { name: 'Verify with a passkey' }).click()
    await page.waitForURL('**/space')
    await context.close()
  })

  test(
    'another device is ended from here, and its window is out at its next step',
    inFull,
    async ({ page, browser, baseURL }) => {
      const context = await browser.newContext({ baseURL })
      const other = await context.newPage()
      await signIn(other, 'sorensen@demo.test')
      await signIn(page, 'sorensen@demo.test', '/personalCenter?tab=devices')
      await page.getByRole('button', { name: 'Sign out all other devices' }).click()
      await page
        .getByRole('button', { name: /^sign out all other devices$/i })
        .last()
        .click()
      await expect(page.getByRole('button', { name: /^Sign out \S/ })).toHaveCount(0)
      await other.goto('/space')
      await expect(other).toHaveURL(/\/login\?problem=sessionOver$/)
      await expect(other.getByText('您的登录已结束，请重新登录。')).toBeVisible()
      await page.goto('/personalCenter?tab=history')
      await expect(page.getByText('127.0.0.1').first()).toBeVisible()
      await context.close()
    },
  )

  test(
    'an access token is shown once, works for programs, and asks for the password when the last proof is old',
    inFull,
    async ({ page, baseURL }) => {
      await signIn(page, 'sorensen@demo.test', '/personalCenter?tab=keys')
      await ageProof(page, '**/api/account/tokens')
      await page.getByRole('button', { name: 'New access token' }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox').first().fill('ci')
      await form
        .getByRole('button', { name: /make|create|add/i })
        .last()
        .click()
      const confirm = page.locator('input[type=password]:visible')
      await confirm.fill('nope')
      await confirm.press('Enter')
      await expect(page.getByText('Incorrect password')).toBeVisible()
      await confirm.fill(PASSWORD)
      await confirm.press('Enter')
      const shown = page.getByRole('dialog').getByRole('textbox').first()
      await expect(shown).toHaveValue(/^dst_[\w-]{43}$/)
      const token = await shown.inputValue()
      const answer = await fetch(`${baseURL}/api/get.u`, { headers: { authorization: `Bearer ${token}` } })
      expect(await answer.json()).toMatchObject({ code: 0, data: { emailAccounts: 'sorensen@demo.test' } })
      await expect(shown).toBeFocused()
      await page.reload()
      expect(await page.content()).not.toContain(token)
    },
  )
})

test('nobody who is signed in reads of a sent mail on a site that sends none', inFull, async ({ page }) => {
  await ownServer(async ({ origin }) => {
    await signIn(page, ADMIN.email, `${origin}/systemConfig/users`)
    await page.getByRole('button', { name: 'New user' }).first().click()
    const drawer = page.getByRole('dialog', { name: 'New user' })
    await expect(drawer.getByText('This site doesn’t send email')).toBeVisible()
    await drawer.getByRole('textbox', { name: 'Name' }).first().fill('Mei')
    await drawer.getByRole('textbox', { name: 'Email' }).fill('mei@lab.test')
    await drawer.getByLabel('Organisation').first().fill('Lake lab')
    await drawer.getByRole('button', { name: 'New user' }).click()
    const told = page.locator('.ant-message').getByText(/^Account of Mei created\. This site doesn’t send email/)
    // The link to pass on is one step away.
    await told.getByRole('button', { name: 'Show link' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/\/reset-password\?code=/)
        .first(),
    ).toBeVisible()

    await page.goto(`${origin}/personalCenter?tab=password`)
    await page.getByLabel('Email address').fill('spare@lab.test')
    await page.getByRole('button', { name: 'Request a confirmation link' }).click()
    await expect(page.getByText(/^Saved\. This site doesn’t send email/)).toBeVisible()
    await expect(page.getByText(/^This site doesn’t send email: ask an administrator/)).toBeVisible()
  })
})

test.describe('the administration of accounts', () => {
  test('asks before what was typed into a form is lost, and gives the focus back', inFull, async ({ page }) => {
    await signIn(page, ADMIN.email, '/systemConfig/users')
    const add = page.getByRole('button', { name: 'New user' }).first()
    await add.click()
    const drawer = page.getByRole('dialog', { name: 'New user' })
    await drawer.getByRole('textbox', { name: 'Email' }).fill('typed@lab.test')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(drawer.getByRole('textbox', { name: 'Email' })).toHaveValue('typed@lab.test')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(drawer).toBeHidden()
    await expect(add).toBeFocused()

    await page.getByRole('link', { name: 'Ngozi Okafor' }).first().click()
    await page.getByRole('button', { name: 'Edit profile' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit profile' })
    await edit.getByLabel('Organisation', { exact: true }).fill('Institute of Lakes')
    await edit.getByLabel('ORCID').fill('0000-0002-1825-0097')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    // What was saved is nothing to ask about.
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog', { name: 'Account' }).getByText('0000-0002-1825-0097')).toBeVisible()
  })

  test('every window is called by what it shows', inFull, async ({ page }) => {
    await signIn(page, ADMIN.email)
    await expect(page).toHaveTitle('Spaces · DataSpace')
    for (const [path, title] of [
      ['/systemConfig/mails', 'Email · DataSpace'],
      ['/personalCenter?tab=devices', 'Devices · My account · DataSpace'],
      ['/nowhere', 'Page not found · DataSpace'],
    ] as const) {
      await page.goto(path)
      await expect(page).toHaveTitle(title)
    }
    await expect(page.locator('.public-header')).toBeVisible()
  })

  test('sign-in says who is signed in already, and lets somebody else in', inFull, async ({ page }) => {
    for (const path of ['/register', '/login']) {
      await signIn(page, 'sorensen@demo.test', path)
      await expect(page.getByText('Signed in as Astrid Sørensen')).toBeVisible()
    }
    await page.getByRole('button', { name: 'Use another account' }).click()
    await expect(page.locator('input[name=emailAccounts]')).toBeVisible()
    await page.locator('input[name=emailAccounts]').fill('sorensen@demo.test')
    await page.locator('input[name=password]').fill('x'.repeat(300))
    await page.locator('.card-form button[type=submit]').first().click()
    await expect(page.getByText('Incorrect email or password')).toBeVisible()
  })
})

test.describe('an institution', () => {
  test(
    'that has no passwords but the administrators’: third parties come first, the password lies folded',
    inFull,
    async ({ page }) => {
      await ownServer(async ({ origin }) => {
        await signIn(page, ADMIN.email, `${origin}/systemConfig/accounts`)
        await page.getByRole('switch', { name: 'Password sign-in' }).click()
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
        await leave(page)
        await page.goto(`${origin}/register`)
        await expect(page.getByText('Password sign-in is turned off on this site')).toBeVisible()
        await expect(page.locator('input')).toHaveCount(0)
        await page.goto(`${origin}/retrieve-password`)
        await expect(page.getByText('Password sign-in is turned off on this site')).toBeVisible()
        await expect(page.locator('input[name=emailAccounts]')).toBeHidden()
        for (const path of ['/', '/login']) {
          await page.goto(origin + path)
          await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
          await expect(page.locator('input[name=password]')).toBeHidden()
        }
        await page.getByText('Administrator sign-in').click()
        await expectAccessible(page)
        await sendSignIn(page, ADMIN.email, ADMIN.password)
        await page.waitForURL('**/space')
      })
    },
  )

  test('that asks a role for a second step: its people set it up before anything else', inFull, async ({ page }) => {
    await ownServer(async (server) => {
      await signIn(page, ADMIN.email, `${server.origin}/systemConfig/accounts`)
      await page.getByRole('checkbox', { name: 'Advanced user' }).check()
      await page.getByRole('textbox', { name: 'Email suffixes' }).fill('no domain')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.locator('.ant-form-item-explain-error')).toHaveCount(1)
      await page.getByRole('textbox', { name: 'Email suffixes' }).fill('lab.test；cas.cn')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

      await leave(page)
      await page.goto(`${server.origin}/login`)
      await sendSignIn(page, 'lin@demo.test')
      await page.waitForURL('**/personalCenter?tab=security')
      await page.goto(`${server.origin}/space`)
      await page.waitForURL('**/personalCenter?tab=security')
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
      const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue()
      await page.getByRole('textbox', { name: '6-digit code' }).fill(codeOf(secret))
      await page.getByRole('button', { name: 'Turn on' }).click()
      await expect(page.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/)).toHaveCount(10)
      await page.goto(`${server.origin}/space`)
      await expect(page).toHaveURL(/\/space$/)
    })
  })
})

test('people export their data, and an administrator finds the export at the user', inFull, async ({ page }) => {
  await signIn(page, 'sorensen@demo.test', '/personalCenter?tab=data')
  await expect(page.getByText('You haven’t exported your data yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Export my data' }).click()
  const link = page.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  await expect(page.getByText(/Ready/)).toBeVisible()
  const arrived = page.waitForEvent('download')
  await link.click()
  expect((await arrived).suggestedFilename()).toMatch(/^personal-data-.*\.zip$/)
  await expectAccessible(page)
  await leave(page)
  await signIn(page, ADMIN.email, '/systemConfig/users?q=sorensen')
  await page.getByRole('link', { name: 'Astrid Sørensen' }).click()
  await expect(page.getByRole('heading', { name: 'Personal data' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export again' })).toBeVisible()
})

test('an account is deleted only once it is disabled and its address typed, and leaves a certificate', async ({
  page,
}) => {
  await signIn(page, ADMIN.email, '/systemConfig/users?panel=create')
  const form = page.getByRole('dialog')
  await form.getByLabel('Email', { exact: true }).fill('leaver@lab.test')
  await form.getByLabel('Name', { exact: true }).fill('Lea Leaver')
  await form.getByLabel('Organisation', { exact: true }).fill('Lake lab')
  await form.getByRole('button', { name: 'New user' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Lea Leaver' }).click()
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Disable' }).click()
  await ageProof(page, '**/api/users/*/disable')
  await page
    .getByRole('dialog', { name: /Disable/ })
    .getByRole('button', { name: 'Disable' })
    .click()
  const identity = page.getByRole('dialog', { name: 'Verify it’s you' })
  await identity.getByLabel('Password').fill(ADMIN.password)
  // The click says that nothing covers it.
  await identity.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const asked = page.getByRole('dialog', { name: /Delete account/ })
  await expect(asked.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  await asked.getByLabel('Account email').fill('leaver@lab.test')
  await asked.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText(/Account deleted/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lea Leaver' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Deletion certificates' }).click()
  await expect(page.getByText('leaver@lab.test')).toBeVisible()
  const arrived = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the certificate of Lea Leaver' }).click()
  expect((await arrived).suggestedFilename()).toMatch(/^deletion-.*\.json$/)
})

test(
  'two accounts of one person are merged after what moves was shown and the address typed',
  inFull,
  async ({ page }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/users`)
      for (const [email, name] of [
        ['dora@lab.test', 'Dora Double'],
        ['dora@old.test', 'Dora Old'],
      ] as const) {
        await page.getByRole('button', { name: 'New user' }).click()
        const form = page.getByRole('dialog')
        await form.getByLabel('Email', { exact: true }).fill(email)
        await form.getByLabel('Name', { exact: true }).fill(name)
        await form.getByLabel('Organisation', { exact: true }).fill('Lake lab')
        await form.getByRole('button', { name: 'New user' }).click()
        await expect(form).toBeHidden()
      }
      await page.getByRole('link', { name: 'Dora Double' }).click()
      await page.getByRole('button', { name: 'Activate now' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Dora Old' }).click()
      await page.getByRole('button', { name: 'Merge into' }).click()
      const asked = page.getByRole('dialog', { name: /Merge Dora Old/ })
      await asked.getByRole('combobox', { name: 'Account to keep' }).click()
      await page.getByText('dora@lab.test').last().click()
      await expect(asked.getByText('Authorship of files')).toBeVisible()
      await expect(asked.getByRole('button', { name: 'Merge accounts' })).toBeDisabled()
      await asked.getByLabel('Email of the account being merged').fill('dora@old.test')
      await asked.getByRole('button', { name: 'Merge accounts' }).click()
      await expect(page.getByText('Accounts merged')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Dora Old' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Dora Double' }).click()
      await expect(page.getByText('dora@old.test')).toBeVisible()
    })
  },
)
