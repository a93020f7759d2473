import type { Browser, Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, follow, ownServer, signIn, test } from './journey.ts'

/** A window of somebody, with nothing of the others in it. */
async function windowOf(browser: Browser, baseURL: string, email: string, path = '/space'): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', baseURL })
  const page = await context.newPage()
  await signIn(page, email, path)
  return page
}
/** Calls the API as whoever is signed in on the page. */
const callAs = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([verb, url, data]) => {
      const csrf = /DS_TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', DS_TOKEN: decodeURIComponent(csrf) }
      const answer = await fetch(`/api${url}`, { method: verb, headers, body: JSON.stringify(data) })
      return ((await answer.json()) as { code: number }).code
    },
    [method, path, body] as const,
  )
const approvalsOn = async (admin: Page) =>
  expect(await callAs(admin, 'PUT', '/common/approved', { space: true })).toBe(0)
const badgeOf = (page: Page) => page.locator('[href="/approvalManage"] .entry-count')
const table = (page: Page) => page.getByRole('table', { name: '待审批' })

test('a space is asked for, rejected with a reason, mended, and given; more room and the whole way back are told', async ({
  browser,
}) => {
  await ownServer(async ({ origin }) => {
    const [admin, user] = [
      await windowOf(browser, origin, ADMIN.email),
      await windowOf(browser, origin, 'lin@demo.test'),
    ]
    await approvalsOn(admin)
    await follow(admin, '/space')
    await expect(badgeOf(admin)).toBeHidden()

    // The form says what will happen before it is sent; two clicks ask once.
    await user.getByRole('button', { name: '新建空间' }).first().click()
    const form = user.getByRole('dialog', { name: '新建空间' })
    await expect(form.getByText('新建空间需要管理员审批')).toBeVisible()
    await user.locator('#name').fill('秋季航次')
    await user.locator('#identifier').fill('autumn26')
    await user.locator('#introduction').fill('航次数据')
    // A size and a reason are asked with it; a size that nobody gives is told beside the field.
    await expect(user.locator('#size')).toHaveValue('100')
    await user.locator('#size').fill('999999')
    await user.locator('#reason').fill('影像数据很大')
    await expect(form.getByText('请输入 1 到 10,240 的整数')).toBeVisible()
    await user.locator('#size').fill('500')
    await form.getByRole('button', { name: '提交申请' }).dblclick()
    await expect(user.getByText('空间“秋季航次”的申请已提交，等待管理员审批')).toBeVisible()
    await expect(user.getByRole('heading', { name: '正在等待管理员审批' })).toBeVisible()
    await expect(user.getByText('由本站管理员审批')).toBeVisible()
    await expect(user.getByRole('button', { name: '撤回申请' })).toBeVisible()
    await expectAccessible(user)

    // The count in the other browser follows by itself.
    await expect(badgeOf(admin)).toContainText('1')
    await admin.getByRole('link', { name: /审批管理/ }).click()
    const row = table(admin).getByRole('row').filter({ hasText: '秋季航次' })
    await expect(row).toContainText('林蔚')
    await expect(row).toContainText('500 GB')
    await expect(row).toContainText('影像数据很大')
    await expectAccessible(admin)
    await row.getByRole('link').click()
    const detail = admin.getByRole('dialog', { name: '申请详情' })
    await expect(detail.getByText('航次数据')).toBeVisible()
    await detail.getByRole('button', { name: '驳回' }).click()
    const rejection = admin.getByRole('dialog', { name: '驳回 1 份申请' })
    await rejection.getByRole('button', { name: '驳回' }).click()
    await expect(rejection.getByText('驳回时请填写理由')).toBeVisible()
    await expectAccessible(admin)
    await rejection.getByLabel('理由').fill('请写明课题编号')
    await rejection.getByRole('button', { name: '驳回' }).click()
    await expect(admin.getByText('已驳回 1 份申请')).toBeVisible()
    await expect(badgeOf(admin)).toBeHidden()
    await expect(admin.getByText('没有待审批的申请')).toBeVisible()

    // The page of the space tells the answer without being asked; so do the messages and the applications.
    await expect(user.getByRole('heading', { name: '空间申请未通过' })).toBeVisible()
    await expect(user.getByRole('blockquote')).toContainText('请写明课题编号')
    await expectAccessible(user)
    const spacePath = new URL(user.url()).pathname
    await follow(user, '/personalCenter?tab=4')
    await expect(user.getByText('理由：请写明课题编号').first()).toBeVisible()
    await follow(user, '/personalCenter?tab=5')
    const mine = user.getByRole('list', { name: '我的申请' })
    await expect(mine.getByRole('listitem')).toContainText(['未通过'])
    await expect(mine.getByText('意见：请写明课题编号')).toBeVisible()
    await expectAccessible(user)

    await follow(user, spacePath)
    await user.getByRole('button', { name: '修改后重新提交' }).click()
    const mending = user.getByRole('dialog', { name: '修改后重新提交' })
    await expect(user.locator('#name')).toHaveValue('秋季航次')
    await expect(user.locator('#reason')).toHaveValue('影像数据很大')
    await user.locator('#size').fill('100')
    await user.locator('#introduction').fill('航次数据，课题编号 2026-17')
    // What it means for a space to become public is said before it is asked for; who thinks again stays at the form.
    await mending.getByRole('radio', { name: /^公开/ }).check()
    await mending.getByRole('button', { name: '重新提交' }).click()
    const question = user.getByRole('dialog', { name: '创建公开空间？' })
    await expect(question.getByText('任何人无需登录即可查看和下载')).toBeVisible()
    await question.getByRole('button', { name: '取消' }).click()
    await expect(user.locator('#introduction')).toHaveValue('航次数据，课题编号 2026-17')
    await mending.getByRole('radio', { name: /^私有/ }).check()
    await mending.getByRole('button', { name: '重新提交' }).click()
    await expect(user.getByRole('heading', { name: '正在等待管理员审批' })).toBeVisible()
    await table(admin).getByRole('checkbox', { name: '全选' }).check()
    await admin.getByRole('toolbar').getByRole('button', { name: '通过' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: '通过' }).dblclick()
    await expect(admin.getByText('已通过 1 份申请').last()).toBeVisible()
    await expect(user.getByText('这里还没有文件')).toBeVisible()

    // More room: what is wrong is told beside the field; another size than asked is given.
    await user.getByRole('link', { name: '概览' }).click()
    await user.getByRole('button', { name: '申请扩容' }).click()
    const wish = user.getByRole('dialog', { name: '为空间“秋季航次”申请扩容' })
    await wish.getByRole('button', { name: '提交申请' }).click()
    await expect(wish.getByText('请输入 1 到 10,240 的整数')).toBeVisible()
    await wish.getByRole('spinbutton').fill('50')
    await wish.getByLabel('理由').fill('原始影像很大')
    await wish.getByRole('button', { name: '提交申请' }).click()
    await expect(wish.getByText('申请的容量须大于当前容量')).toBeVisible()
    await wish.getByRole('spinbutton').fill('800')
    await wish.getByRole('button', { name: '提交申请' }).dblclick()
    await expect(user.getByText('扩容到 800 GB 的申请正在等待管理员审批')).toBeVisible()

    await expect(badgeOf(admin)).toContainText('1')
    const room = table(admin).getByRole('row').filter({ hasText: '扩容' })
    await expect(room).toContainText('现有 100 GB')
    await expect(room).toContainText('原始影像很大')
    await room.getByRole('link').press('Enter')
    await detail.getByRole('button', { name: '通过' }).click()
    const given = admin.getByRole('dialog', { name: '通过 1 份申请' })
    await expect(given.getByRole('spinbutton')).toHaveValue('800')
    await given.getByRole('spinbutton').fill('20')
    await given.getByRole('button', { name: '通过' }).click()
    await expect(given.getByText('不能小于现有的 100 GB')).toBeVisible()
    await given.getByRole('spinbutton').fill('300')
    await given.getByRole('button', { name: '通过' }).click()
    await expect(admin.getByText('已通过 1 份申请').last()).toBeVisible()
    await expect(user.getByText('共 300.00 GB')).toBeVisible()
    await expect(user.getByRole('button', { name: '申请扩容' })).toBeVisible()

    await admin.getByRole('link', { name: '审批记录' }).click()
    const records = admin.getByRole('table', { name: '审批记录' })
    await expect(records.getByRole('row')).toHaveCount(4)
    await expect(records.getByText('批准 300 GB')).toBeVisible()
    await admin.getByRole('combobox', { name: '结果' }).click()
    await admin.locator('.ant-select-item-option').filter({ hasText: '已驳回' }).click()
    await expect(records.getByRole('row')).toHaveCount(2)
    await admin.getByRole('searchbox').fill('没有这样的')
    await expect(admin.getByText('没有匹配的申请')).toBeVisible()
    await expectAccessible(admin)
    await Promise.all([admin.context().close(), user.context().close()])
  })
})

test(
  'a request is withdrawn, and one that another administrator answered is told row by row',
  inFull,
  async ({ browser }) => {
    await ownServer(async ({ origin }) => {
      const [admin, user] = [
        await windowOf(browser, origin, ADMIN.email),
        await windowOf(browser, origin, 'lin@demo.test'),
      ]
      await approvalsOn(admin)
      for (const identifier of ['one26', 'two26', 'three26']) {
        const draft = { name: `申请 ${identifier}`, identifier, type: 'private' }
        expect(await callAs(user, 'POST', '/spaces', draft)).toBe(0)
      }
      await admin.goto('/approvalManage')
      await table(admin).getByRole('checkbox', { name: '全选' }).check()
      await expect(admin.getByText('已选 3 份')).toBeVisible()
      await admin.getByRole('toolbar').getByRole('button', { name: '驳回' }).click()
      const rejection = admin.getByRole('dialog', { name: '驳回 3 份申请' })
      await rejection.getByLabel('理由').fill('本学期不再新建')

      // One is taken back meanwhile, from the list of one's own, where it stays as a record: records outlive their space.
      await follow(user, '/personalCenter?tab=5')
      const mine = user.getByRole('list', { name: '我的申请' })
      await expect(mine.getByRole('listitem')).toHaveCount(3)
      await user.getByRole('button', { name: '撤回“申请 two26”的申请' }).click()
      const question = user.getByRole('dialog', { name: '撤回这份申请？' })
      await expect(question.getByText('空间“申请 two26”将一并删除。')).toBeVisible()
      await question.getByRole('button', { name: '撤回' }).click()
      await expect(user.getByText('申请已撤回')).toBeVisible()
      await expect(mine.getByRole('listitem').filter({ hasText: 'two26' })).toContainText('已撤回')
      await expect(mine.getByRole('listitem')).toHaveCount(3)

      // The list below the administrator's answer follows; what was about to be answered is told.
      await expect(table(admin).locator('tbody tr')).toHaveCount(2)
      await rejection.getByRole('button', { name: '驳回' }).click()
      const report = admin.getByRole('dialog', { name: '部分申请未能处理' })
      await expect(report.getByText('已处理 2 份，1 份未能处理：')).toBeVisible()
      await expect(report.getByRole('listitem')).toHaveText(['申请 two26 该申请已被处理或撤回'])
      await report.getByRole('button', { name: '关闭' }).click()

      await user.getByRole('combobox', { name: '显示' }).click()
      await user.locator('.ant-select-item-option').filter({ hasText: '等待处理' }).click()
      await expect(user.getByText('没有此状态的申请')).toBeVisible()

      // Withdrawn from the page of the space itself, the way leads back to the list.
      expect(await callAs(user, 'POST', '/spaces', { name: '再来', identifier: 'again26', type: 'private' })).toBe(0)
      await user.goto('/space/again26/details')
      await user.getByRole('button', { name: '撤回申请' }).click()
      await user.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click()
      await expect(user).toHaveURL(/\/space$/)
      await expect(user.getByText('申请已撤回')).toBeVisible()
      await expect(user.getByRole('link', { name: /再来/ })).toBeHidden()

      // Nobody else has the page at all.
      await expect(user.getByRole('link', { name: /审批管理/ })).toBeHidden()
      await user.goto('/approvalManage')
      await expect(user).toHaveURL(/\/access/)
      await Promise.all([admin.context().close(), user.context().close()])
    })
  },
)

test(
  'what one administrator answers is gone for another who is looking at it, and a late answer says why it is none',
  inFull,
  async ({ browser }) => {
    await ownServer(async ({ origin }) => {
      const [first, second, user] = [
        await windowOf(browser, origin, ADMIN.email),
        await windowOf(browser, origin, 'okafor@demo.test'),
        await windowOf(browser, origin, 'lin@demo.test'),
      ]
      const { data } = (await (await second.request.get('/api/get.u')).json()) as { data: { userId: string } }
      expect(await callAs(first, 'PATCH', `/users/${data.userId}`, { role: 'role_admin' })).toBe(0)
      await approvalsOn(first)
      for (const identifier of ['one26', 'two26']) {
        const draft = { name: `申请 ${identifier}`, identifier, type: 'private' }
        expect(await callAs(user, 'POST', '/spaces', draft)).toBe(0)
      }
      for (const admin of [first, second]) await admin.goto('/approvalManage')
      const rowOf = (admin: Page, name: string) => table(admin).getByRole('row').filter({ hasText: name })
      const pass = async (admin: Page, name: string) => {
        await rowOf(admin, name).getByRole('checkbox').check()
        await admin.getByRole('toolbar').getByRole('button', { name: '通过' }).click()
        await admin.getByRole('dialog').getByRole('button', { name: '通过' }).click()
        await expect(admin.getByText('已通过 1 份申请').last()).toBeVisible()
      }

      // The open details, the list and both counts follow.
      await rowOf(second, 'one26').getByRole('link').click()
      const detail = second.getByRole('dialog', { name: '申请详情' })
      await expect(detail.getByRole('button', { name: '通过' })).toBeVisible()
      await expect(badgeOf(second)).toContainText('2')
      // Whoever is at a form meanwhile is told in the colour of the answer, and reaches the buttons of the form.
      await user.getByRole('button', { name: '新建空间' }).first().click()
      const send = user.getByRole('dialog', { name: '新建空间' }).getByRole('button', { name: '提交申请' })
      await expect(send).toBeVisible()
      await pass(first, 'one26')
      const toast = user.locator('.ant-notification-notice', { hasText: '空间申请已通过' })
      await expect(toast.locator('.ant-notification-notice-icon-success')).toBeVisible()
      await send.click({ trial: true })
      await expect(detail.getByText('已通过')).toBeVisible()
      await expect(detail.getByRole('button', { name: '通过' })).toBeHidden()
      await expect(rowOf(second, 'one26')).toBeHidden()
      await expect(badgeOf(second)).toContainText('1')
      await second.keyboard.press('Escape')
      await expect(detail).toBeHidden()

      // An answer that was being written is told what happened, of the one request that it was for.
      await rowOf(second, 'two26').getByRole('link').click()
      await detail.getByRole('button', { name: '驳回' }).click()
      const rejection = second.getByRole('dialog', { name: '驳回 1 份申请' })
      await rejection.getByLabel('理由').fill('请写明课题编号')
      await pass(first, 'two26')
      await expect(badgeOf(second)).toBeHidden()
      await rejection.getByRole('button', { name: '驳回' }).click()
      const report = second.getByRole('dialog', { name: '未能处理“申请 two26”的申请' })
      await expect(report.getByText('该申请已被处理或撤回')).toBeVisible()
      await Promise.all([first, second, user].map((page) => page.context().close()))
    })
  },
)
