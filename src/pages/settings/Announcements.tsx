import { Button, Form, Input, Radio, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { ANNOUNCEMENTS_MAX, NOTICE_MAX } from '#contract/core/limits.ts'
import { type Announcement, isPeriod, NoticeLevel } from '#contract/notices.ts'
import { Moment } from './Moment.tsx'

const sides = ['zh', 'en'] as const
const fresh = (): Announcement => ({
  id: crypto.randomUUID(),
  level: 'info',
  text: { zh: '', en: '' },
  from: null,
  until: null,
  isDismissable: true,
})

/** The announcements in a form, each a group of fields. */
export function Announcements() {
  const { t } = useTranslation()
  return (
    <Form.List name="list">
      {(fields, { add, remove }) => (
        <>
          {fields.length === 0 && <p className="setting-hint">{t('notices.announcements.none')}</p>}
          {fields.map(({ key, name }) => (
            <fieldset key={key} className="setting-pair setting-announcement">
              <legend>{t('notices.announcements.one', { number: name + 1 })}</legend>
              <Fields at={name} />
              <Button size="small" onClick={() => remove(name)}>
                {t('notices.announcements.remove')}
              </Button>
            </fieldset>
          ))}
          <Button className="setting-link" disabled={fields.length >= ANNOUNCEMENTS_MAX} onClick={() => add(fresh())}>
            {t('notices.announcements.add')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

function Fields({ at }: { at: number }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const isEmpty = () => {
    const text = form.getFieldValue(['list', at, 'text']) as Announcement['text']
    return sides.every((side) => !text[side].trim())
  }
  const check = async () => {
    if (isEmpty()) throw new Error(t('notices.announcements.text.invalid'))
  }
  const checkPeriod = async () => {
    if (!isPeriod(form.getFieldValue(['list', at]) as Announcement))
      throw new Error(t('notices.announcements.until.invalid'))
  }
  return (
    <>
      <div className="sides">
        {sides.map((side) => (
          <Form.Item
            key={side}
            name={[at, 'text', side]}
            label={t('settings.form.side', {
              name: t('notices.announcements.text.label'),
              language: t(`settings.form.languages.${side}`),
            })}
            dependencies={[['list', at, 'text', side === 'zh' ? 'en' : 'zh']]}
            rules={side === 'zh' ? [{ validator: check }] : []}
          >
            <Input.TextArea lang={side} maxLength={NOTICE_MAX} autoSize={{ minRows: 2, maxRows: 8 }} />
          </Form.Item>
        ))}
      </div>
      <Form.Item name={[at, 'level']} label={t('notices.announcements.level.label')}>
        <Radio.Group
          options={NoticeLevel.options.map((value) => ({ value, label: t(`notices.announcements.levels.${value}`) }))}
        />
      </Form.Item>
      <div className="setting-lines">
        <Moment name={[at, 'from']} label={t('notices.announcements.from.label')} />
        <Moment
          name={[at, 'until']}
          label={t('notices.announcements.until.label')}
          dependencies={[['list', at, 'from']]}
          rules={[{ validator: checkPeriod }]}
        />
      </div>
      <Form.Item
        name={[at, 'isDismissable']}
        label={t('notices.announcements.isDismissable.label')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  )
}
