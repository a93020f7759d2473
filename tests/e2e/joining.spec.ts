import type { Browser, Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { linkIn, readInbox } from '../support/inbox.ts'
import { test as base, expect, expectAccessible, signIn } from './journey.ts'
import { ownSpace } from './own-space.ts'

/** People come into spaces here: other journeys have their own server. */
const test = base.extend<object, { isApart: string }>({ isApart: ['joining', { scope: 'worker', auto: true }] })

const GOOD = 'Mesa-4711x'
const GLACIER = '冰川物质平衡'
const GROUP = '课题组内部资料'

/** A window of somebody else, with nothing of the others in it. */
async function windowOf(browser: Browser, baseURL: string, email?: string, path = '/space'): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', baseURL })
  const page = await context.newPage()
  if (email) await signIn(page, email, path)
  return page
}
const discover = async (page: Page) => {
  await page.goto('/space')
  await page.getByText('发现空间').click()
}
const cardOf = (page: Page, name: string) => page.locator('.space-cards > li').filter({ hasText: name })
async function askToJoin(page: Page, reason: string): Promise<void> {
  await cardOf(page, GLACIER).getByRole('button', { name: '申请加入' }).click()
  const dialog = page.getByRole('dialog', { name: `申请加入空间“${GLACIER}”` })
  await dialog.getByLabel('申请理由').fill(reason)
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog).toBeHidden()
}
const partOf = (page: Page, name: string) =>
  page.locator('.joining > .joining-bar .ant-segmented-item').filter({ hasText: name })
/** Opens a part of the settings of a space of lin's by its identifier. */
async function openMembers(page: Page, identifier: string, part: string): Promise<void> {
  const answer = await page.request.get(`/api/spaces/${identifier}`)
  const { data } = (await answer.json()) as { data: { id: string } }
  await page.goto(`/space/${data.id}/details/spaceSetting?part=${part}`)
}

test('somebody asks to join, is rejected with a reason, asks again, and comes in; others see none of it', async ({
  page: owner,
  browser,
  server,
}) => {
  await signIn(owner, 'lin@demo.test')
  const [applicant, stranger] = await Promise.all([
    windowOf(browser, server.origin, 'sorensen@demo.test'),
    windowOf(browser, server.origin, 'okafor@demo.test'),
  ])
  await discover(applicant)
  // The card leads to what the space says of itself.
  await expect(cardOf(applicant, GLACIER).getByRole('link')).toHaveAttribute('href', '/space/glacier')
  await cardOf(applicant, GLACIER).getByRole('button', { name: '申请加入' }).click()
  const dialog = applicant.getByRole('dialog')
  await dialog.getByLabel('申请理由').fill('想看看')
  await expect(dialog.getByText('3 / 300')).toBeVisible()
  await expectAccessible(applicant)
  // A toast leads the owner to it, and its message is read.
  const toast = owner.locator('.ant-notification-notice', { hasText: GLACIER })
  await Promise.all([
    toast.getByRole('button', { name: '去处理' }).click(),
    dialog.getByRole('button', { name: '提交申请' }).dblclick(),
  ])
  await expect(applicant.getByText(`已申请加入“${GLACIER}”，请等待处理`)).toBeVisible()
  await expect(cardOf(applicant, GLACIER).getByRole('button', { name: '等待处理' })).toBeVisible()

  const queue = owner.getByRole('list', { name: '加入申请' })
  await expect(queue.getByText('想看看')).toBeVisible()
  await expect(owner.locator('.menu .bell')).toHaveAccessibleName('消息，没有未读')
  await expect(toast).toBeHidden()
  await expect(owner.locator('.space-tabs .waiting-badge')).toHaveText('1')
  await expectAccessible(owner)

  await discover(stranger)
  await expect(cardOf(stranger, GLACIER).getByRole('button', { name: '申请加入' })).toBeVisible()
  await stranger.goto(new URL(owner.url()).pathname)
  await stranger.waitForURL('**/access**')

  await queue.getByRole('button', { name: '拒绝' }).click()
  const reject = owner.getByRole('dialog', { name: '拒绝 1 份申请' })
  await reject.getByRole('button', { name: '拒绝' }).click()
  await expect(reject.getByText('请填写拒绝的理由')).toBeVisible()
  await reject.getByLabel('理由').fill('请写明课题和用途')
  await reject.getByRole('button', { name: '拒绝' }).click()
  await expect(owner.getByText('已拒绝 1 份申请')).toBeVisible()
  await expect(owner.getByText('没有待处理的申请')).toBeVisible()
  await expect(owner.locator('.space-tabs .waiting-badge')).toBeHidden()

  // The applicant's page too; the mail says why.
  await expect(cardOf(applicant, GLACIER).getByRole('button', { name: '申请加入' })).toBeVisible()
  const letter = async () => (await readInbox(server.dataDir, 'sorensen@demo.test')).at(-1)?.text ?? ''
  await expect.poll(letter).toContain('请写明课题和用途')

  await askToJoin(applicant, '冰芯课题，需要对比物质平衡数据')
  // The pages on which the applicant waits; nobody touches them until the answer.
  const [waiting, refused] = await Promise.all([applicant.context().newPage(), applicant.context().newPage()])
  await waiting.goto('/space/glacier')
  await expect(waiting.getByRole('heading', { name: '申请等待处理' })).toBeVisible()
  await refused.goto('/access?space=glacier')
  await expect(refused.getByText('您的加入申请正在等待空间拥有者审批')).toBeVisible()
  // The owner's page hears of it by itself.
  await expect(queue.getByText('冰芯课题，需要对比物质平衡数据')).toBeVisible()
  await queue.getByRole('button', { name: '通过' }).click()
  await owner.getByRole('menuitem', { name: '作为普通成员加入' }).click()
  await expect(owner.getByText('已通过 1 份申请')).toBeVisible()
  await expect(waiting.getByRole('link', { name: '进入空间' })).toBeVisible()
  await expect(refused.getByRole('link', { name: '进入空间' })).toBeVisible()
  await owner.getByText('已处理', { exact: true }).click()
  await expect(owner.getByText('理由：请写明课题和用途')).toBeVisible()

  // What one belongs to is no discovery any more.
  await expect(cardOf(applicant, GLACIER)).toBeHidden()
  await applicant.getByText('我的空间').click()
  await cardOf(applicant, GLACIER).click()
  await expect(applicant.getByRole('grid')).toBeVisible()
  await Promise.all([applicant.context().close(), stranger.context().close()])
})

test('a request is taken back, and several are answered at once', inFull, async ({ page: owner, browser, server }) => {
  await signIn(owner, 'okafor@demo.test')
  const [one, other] = await Promise.all([
    windowOf(browser, server.origin, 'lin@demo.test'),
    windowOf(browser, server.origin, 'zhang@demo.test'),
  ])
  const maize = 'Maize field trial'
  for (const page of [one, other]) {
    await discover(page)
    await cardOf(page, maize).getByRole('button', { name: '申请加入' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '提交申请' }).click()
    await cardOf(page, maize).getByRole('button', { name: '等待处理' }).click()
  }
  await one.getByRole('menuitem', { name: '撤回申请' }).click()
  await one.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click()
  await expect(cardOf(one, maize).getByRole('button', { name: '申请加入' })).toBeVisible()
  await cardOf(one, maize).getByRole('button', { name: '申请加入' }).click()
  await one.getByRole('dialog').getByRole('button', { name: '提交申请' }).click()
  await other.getByRole('menuitem', { name: '提醒处理' }).click()
  await expect(other.getByText(/每 48 小时可提醒一次/)).toBeVisible()

  await openMembers(owner, 'maize', 'requests')
  await owner.getByRole('checkbox', { name: '全选' }).check()
  await owner.locator('.joining-bar').getByRole('button', { name: '通过' }).click()
  await owner.getByRole('menuitem', { name: '作为高级成员加入' }).click()
  await expect(owner.getByText('已通过 2 份申请')).toBeVisible()
  await partOf(owner, '成员').click()
  const members = owner.getByRole('list', { name: '成员' })
  await expect(members.getByText('张启明')).toBeVisible()

  // The way back of what was given: another role, then out.
  await owner.getByRole('searchbox', { name: '按姓名或邮箱查找成员' }).fill('张启')
  await expect(members.getByText('林蔚')).toBeHidden()
  await members.getByRole('combobox', { name: '张启明的角色' }).click()
  await owner.locator('.ant-select-item-option').filter({ hasText: '普通成员' }).click()
  await expect(owner.getByText('张启明现在是普通成员')).toBeVisible()
  await members.getByRole('button', { name: '对张启明的操作' }).click()
  await owner.getByRole('menuitem', { name: '移出空间' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: '移出空间' }).click()
  await expect(owner.getByText('已移出张启明')).toBeVisible()
  await owner.getByRole('searchbox', { name: '按姓名或邮箱查找成员' }).fill('')

  // The whole space goes to somebody else, with its identifier typed.
  await members.getByRole('button', { name: '对林蔚的操作' }).click()
  await owner.getByRole('menuitem', { name: '移交空间' }).click()
  const transfer = owner.getByRole('dialog', { name: '将空间移交给林蔚？' })
  await expect(transfer.getByRole('button', { name: '移交空间' })).toBeDisabled()
  await transfer.getByRole('textbox').fill('maize')
  await transfer.getByRole('button', { name: '移交空间' }).click()
  await expect(owner.getByText('空间已移交给林蔚')).toBeVisible()
  await expect(members.getByRole('listitem').first()).toContainText('林蔚')
  await Promise.all([one.context().close(), other.context().close()])
})

test(
  'an address without an account is invited, registers, and comes in; another account is told that it is not meant',
  inFull,
  async ({ page: owner, browser, server }) => {
    await signIn(owner, 'lin@demo.test')
    await openMembers(owner, 'ourgroup', 'members')
    await owner.getByRole('button', { name: '邀请成员' }).click()
    const dialog = owner.getByRole('dialog', { name: `邀请加入“${GROUP}”` })
    await dialog.getByRole('button', { name: '发出邀请' }).click()
    await expect(dialog.getByText('请选择用户，或填写邮箱地址')).toBeVisible()
    await dialog.getByLabel('本站用户').fill('sør')
    await owner.locator('.ant-select-item-option').filter({ hasText: 'Astrid Sørensen' }).click()
    await dialog.getByLabel('邮箱地址').fill('Neu Mann <neumann@far.test>; zhang@demo.test，不是邮箱')
    await dialog.getByLabel('有效期（天）').fill('3')
    await expect(dialog.getByText('这些不是邮箱地址：不是邮箱')).toBeVisible()
    // What was typed is not lost by Escape, and one that repeats while it is held down asks once.
    await owner.evaluate(() => {
      for (const repeat of [false, true])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, repeat }))
    })
    const question = owner.getByRole('dialog', { name: '放弃未保存的修改？' })
    await question.getByRole('button', { name: '继续编辑' }).click()
    await expect(question).toBeHidden()
    await dialog.getByLabel('邮箱地址').fill('"Mann, Neu" <neumann@far.test>; zhang@demo.test')
    await expect(dialog.getByText('识别到 2 个地址')).toBeVisible()
    await expectAccessible(owner)
    await dialog.getByRole('button', { name: '发出邀请' }).click()
    await expect(dialog.getByText('已邀请 2 人')).toBeVisible()
    await expect(dialog.getByText('本站尚未开通邮件发送')).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'zhang@demo.test' })).toContainText('该用户已是成员')
    await dialog.getByRole('button', { name: '关闭' }).last().click()

    const mailTo = async (address: string) => (await readInbox(server.dataDir, address)).at(-1)
    await expect.poll(async () => linkIn(await mailTo('neumann@far.test'))).toContain('/space-invitation?code=')
    const link = linkIn(await mailTo('neumann@far.test'))

    // Somebody else who holds the link reads whose it is, without the whole address.
    const colleague = await windowOf(browser, server.origin, 'sorensen@demo.test')
    await expect(colleague.getByText(`林蔚邀请您加入空间“${GROUP}”`)).toBeVisible()
    await colleague.goto(link)
    await expect(
      colleague.getByText('邀请已发送至 n***@far.test，而您当前登录的账号是 sorensen@demo.test'),
    ).toBeVisible()
    await expect(colleague.getByRole('button', { name: '接受邀请' })).toBeHidden()

    // The page leads on without a script.
    const plain = await (await browser.newContext({ javaScriptEnabled: false, locale: 'zh-CN' })).newPage()
    await plain.goto(link)
    await expect(plain.getByRole('heading', { name: `林蔚邀请您加入空间“${GROUP}”` })).toBeVisible()
    await expect(plain.getByRole('link', { name: '登录并答复' })).toBeVisible()
    await expect(plain.getByRole('link', { name: '用此邮箱注册' })).toBeVisible()

    const visitor = await windowOf(browser, server.origin)
    await visitor.goto(link)
    await expectAccessible(visitor)
    await visitor.getByRole('link', { name: '用此邮箱注册' }).click()
    await visitor.waitForURL('**/register?**')
    await register(visitor, 'neumann@far.test')
    await visitor.waitForURL('**/validate-register-email**')
    await expect.poll(async () => linkIn(await mailTo('neumann@far.test'))).toContain('/validate-success')
    await visitor.goto(linkIn(await mailTo('neumann@far.test')))
    await visitor.getByRole('link', { name: '登录' }).first().click()
    await visitor.locator('input[name=emailAccounts]').fill('neumann@far.test')
    await visitor.locator('input[name=password]').fill(GOOD)
    await visitor.locator('.card-form button[type=submit]').click()
    await visitor.waitForURL('**/space-invitation?code=**')
    await visitor.getByRole('button', { name: '接受邀请' }).dblclick()
    await visitor.waitForURL('**/details/filesManage')
    await expect(visitor.getByRole('grid')).toBeVisible()

    // The other one answers from the banner; the owner sees what became of both.
    await colleague.goto('/space')
    const banner = colleague.getByRole('region', { name: '待答复的邀请' })
    await banner.getByRole('button', { name: '拒绝' }).click()
    await expect(banner).toBeHidden()
    await partOf(owner, '邀请').click()
    const invitations = owner.getByRole('list', { name: '邀请' })
    await expect(invitations.getByRole('listitem').filter({ hasText: 'Neu Mann' })).toContainText('已接受')
    await expect(invitations.getByRole('listitem').filter({ hasText: 'Sørensen' })).toContainText('已拒绝')
    await invitations.getByRole('button', { name: '再次邀请' }).click()
    await expect(owner.getByText('已重新邀请')).toBeVisible()
    await invitations.getByRole('button', { name: '撤回' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
    await expect(owner.getByText('邀请已撤回')).toBeVisible()
    await visitor.goto(link)
    await expect(visitor.getByText('该邀请已被使用')).toBeVisible()
    await Promise.all([colleague, plain, visitor].map((page) => page.context().close()))
  },
)

/** Fills in the form of the page and answers the question in words; the image is for eyes. */
async function register(page: Page, email: string): Promise<void> {
  await page.locator('input[name=emailAccounts]').fill(email)
  await page.locator('input[name=name]').fill('Neu Mann')
  await page.locator('input[name=org]').fill('Institute of Lakes')
  await page.locator('input[name=password]').fill(GOOD)
  await page.locator('input[name=confirmPassword]').fill(GOOD)
  await page.getByRole('button', { name: '改答文字题' }).click()
  const question = page.getByText(/\d+ 加 \d+/).first()
  await expect(question).toBeVisible()
  const [a = 0, b = 0] = ((await question.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
  await page.locator('input[name=verificationCode]').fill(String(a + b))
  await page.locator('.card-form button[type=submit]').click()
}

test(
  'whoever leaves a space reads so among their own spaces, and nothing is refused on the way',
  inFull,
  async ({ browser, server }) => {
    const { identifier, name, member: email } = await ownSpace(server, '岩芯编录')
    const member = await windowOf(browser, server.origin, email, `/space/${identifier}/details/spaceSetting`)
    const refused: string[] = []
    member.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await member.getByRole('button', { name: '退出空间' }).click()
    await member.getByRole('dialog').getByRole('button', { name: '退出空间' }).click()
    await expect(member.getByText(`已退出空间“${name}”`)).toBeVisible()
    await expect(member).toHaveURL(/\/space$/)
    await expect(member.getByRole('heading', { name: '空间', level: 1 })).toBeVisible()
    await expect(member.getByRole('link', { name: new RegExp(name) })).toBeHidden()
    expect(refused).toEqual([])
    await member.context().close()
  },
)
