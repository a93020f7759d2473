import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasApache, startApacheDav } from '../services/apache-dav.ts'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { enterSpace, expect, expectAccessible, leave, ownServer, signIn, speakEnglish, test } from './journey.ts'

test('an administrator has spaces backed up, follows the run, tries the copy out, restores it, and is refused a folder', async ({
  page,
}) => {
  const root = mkdtempSync(join(tmpdir(), 'ds-journey-copies-'))
  await ownServer(
    async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/backups`)
      await expectAccessible(page)
      await page.getByRole('button', { name: '新建策略' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('名称').fill('每晚备份')
      await form.getByLabel('目标文件夹').fill('/etc/copies')
      await expectAccessible(page)
      await form.getByRole('button', { name: '新建策略' }).click()
      await expect(form.getByText('不能使用该文件夹')).toBeVisible()
      await form.getByLabel('备份到').click()
      await page.getByTitle('WebDAV').click()
      await form.getByLabel('服务器地址').fill('http://127.0.0.1:9/')
      await form.getByLabel('密码').fill('secret')
      await form.getByRole('button', { name: '测试连接' }).click()
      await expect(form.getByText('该地址不存在或不允许访问')).toBeVisible()
      await expectAccessible(page)
      await form.getByLabel('备份到').click()
      await page.getByTitle('服务器文件夹').click()
      await form.getByLabel('目标文件夹').fill(root)
      await form.getByRole('button', { name: '新建策略' }).click()
      await expect(form).toBeHidden()

      await page.getByRole('button', { name: '立即备份 每晚备份' }).click()
      await expect(page.getByRole('row', { name: /每晚备份/ }).getByText('已完成')).toBeVisible()
      await page.getByRole('button', { name: '运行记录 每晚备份' }).click()
      const runs = page.getByRole('dialog')
      await runs.getByRole('button', { name: '立即演练' }).click()
      await expect(runs.getByRole('listitem').first().getByText('演练', { exact: true })).toBeVisible()
      await expect(runs.getByRole('listitem').first().getByText('已完成')).toBeVisible()
      await runs.getByRole('button', { name: '查看各空间' }).last().click()
      await expectAccessible(page)
      await runs.getByRole('button', { name: '恢复 高原湖泊生态观测' }).click()
      const ask = page.getByRole('dialog', { name: /恢复“/ })
      await ask.getByLabel('名称').fill('恢复的湖泊')
      await ask.getByLabel('唯一标识').fill('restoredlakes')
      await expectAccessible(page)
      await ask
        .getByRole('button', { name: /恢\s?复/ })
        .last()
        .click()
      await expect(ask).toBeHidden()
      await expect
        .poll(async () => (await (await page.request.get(`${origin}/api/spaces?q=恢复的湖泊`)).json()).data.list.length)
        .toBe(1)

      // One folder alone, into a space of its own.
      await runs.getByRole('button', { name: '恢复 高原湖泊生态观测' }).click()
      await ask.getByLabel('名称').fill('只要一个文件夹')
      await ask.getByLabel('唯一标识').fill('onefolder')
      await ask.getByRole('radio', { name: '其中一项' }).check()
      await expect(ask.getByText('单独恢复到一个由您拥有的私有新空间')).toBeVisible()
      const folder = ask.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^打开“/ }) })
      const name = (await folder.first().getByRole('radio').locator('..').locator('..').innerText()).trim()
      await folder.first().getByRole('radio').check()
      await ask
        .getByRole('button', { name: /恢\s?复/ })
        .last()
        .click()
      await expect(ask).toBeHidden()
      await expect
        .poll(
          async () => (await (await page.request.get(`${origin}/api/spaces?q=只要一个文件夹`)).json()).data.list.length,
        )
        .toBe(1)
      await enterSpace(page, ADMIN.email, '只要一个文件夹', origin)
      // The head, and the folder.
      await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
      await expect(page.getByRole('grid').getByText(name)).toBeVisible()

      await leave(page)
      await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测', origin)
      await page.goto(page.url().replace('filesManage', 'spaceSetting#backups'))
      const own = page.getByRole('region', { name: '备份' })
      await own.getByRole('button', { name: /^恢复 / }).click()
      const sure = page.getByRole('dialog', { name: /恢复“/ })
      await expect(sure.getByText('现有内容不变')).toBeVisible()
      await expectAccessible(page)
      await sure
        .getByRole('button', { name: /恢\s?复/ })
        .last()
        .click()
      await expect(own.getByText('已完成')).toBeVisible()

      await own.getByRole('button', { name: /^恢复 / }).click()
      await sure.getByRole('radio', { name: '其中一项' }).check()
      await sure
        .getByRole('button', { name: /^打开“/ })
        .first()
        .click()
      await sure.getByRole('listitem').getByRole('radio').first().check()
      await expectAccessible(page)
      await sure.getByText('表格', { exact: true }).click()
      await sure
        .getByRole('button', { name: /恢\s?复/ })
        .last()
        .click()
      await expect(sure.getByText('请先选择一个文件夹、文件或表格')).toBeVisible()
      await expect(sure.getByText('该副本中没有表格。')).toBeVisible()
      await sure.getByText('文件', { exact: true }).click()
      await sure.getByRole('listitem').getByRole('radio').first().check()
      await sure
        .getByRole('button', { name: /恢\s?复/ })
        .last()
        .click()
      await expect(sure).toBeHidden()
      await expect(own.getByText('已完成')).toBeVisible()
    },
    { BACKUP_FOLDERS: root },
  )
  rmSync(root, { recursive: true, force: true })
})

test(
  'copies go to a server, whose form tells what is wrong beside its field; the whole installation is backed up by a schedule',
  inFull,
  async ({ page }) => {
    test.skip(!hasApache, 'Apache with mod_dav is not installed')
    const root = mkdtempSync(join(tmpdir(), 'ds-journey-whole-'))
    const drive = await startApacheDav({ user: 'me', password: 'right' })
    await speakEnglish(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await ownServer(
      async ({ origin }) => {
        await signIn(page, ADMIN.email, `${origin}/systemConfig/backups`)
        await page.getByRole('button', { name: 'New policy' }).first().click()
        const form = page.getByRole('dialog')
        const field = (label: string) =>
          form.locator('.ant-form-item').filter({ has: page.getByLabel(label, { exact: true }) })
        await form.getByLabel('Name').fill('To the drive')
        await form.getByLabel('Back up to').click()
        await page.getByTitle('WebDAV').click()
        const test = form.getByRole('button', { name: 'Test connection' })
        await test.click()
        await expect(field('Server address').getByText('Enter the server address')).toBeVisible()
        await form.getByLabel('Server address').fill('sftp://127.0.0.1/')
        await test.click()
        await expect(field('Server address').getByText(/doesn’t match the target/)).toBeVisible()
        await form.getByLabel('Server address').fill('http://127.0.0.1:9/')
        await test.click()
        await expect(field('Server address').getByText(/isn’t allowed/)).toBeVisible()
        await form.getByLabel('Server address').fill(drive.server)
        await form.getByLabel('Username').fill('me')
        await form.getByLabel('Password', { exact: true }).fill('wrong')
        await test.click()
        await expect(field('Password').locator('.ant-form-item-explain-error')).toBeVisible()
        await expectAccessible(page)
        await form.getByLabel('Password', { exact: true }).fill('right')
        await form.getByLabel('Folder (optional)').fill('copies')
        await test.click()
        await expect(page.getByText(/^Connected/)).toBeVisible()
        await form.getByRole('button', { name: 'New policy' }).click()
        await expect(form).toBeHidden()
        await expect(page.getByText(`${drive.server}copies`).first()).toBeVisible()

        const whole = page.getByRole('region', { name: 'Backup of the whole installation' })
        await whole.getByRole('button', { name: 'Set schedule' }).click()
        await form.getByLabel('Schedule', { exact: true }).click()
        const offered = page.locator('.ant-select-dropdown:visible')
        await offered.getByTitle('Monthly').click()
        await form.getByLabel('Day', { exact: true }).click()
        await offered.getByTitle('Last of the month').click()
        await expect(offered).toHaveCount(0)
        await expectAccessible(page)
        await form.getByRole('button', { name: 'Save' }).click()
        await expect(form).toBeHidden()
        await expect(whole.getByText(/Last of the month 02:00/)).toBeVisible()
        await whole.getByRole('button', { name: 'Back up now' }).click()
        await expect(whole.getByText('Completed', { exact: true })).toBeVisible({ timeout: 0 })
        await expect(whole.getByRole('listitem')).toHaveCount(1)
        await expectAccessible(page)
      },
      { OUTSIDE_ALLOW: drive.host, BACKUP_TO: join(root, 'whole') },
    )
    await drive.stop()
    rmSync(root, { recursive: true, force: true })
  },
)
