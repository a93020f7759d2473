import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'

/** Roles by group; the first matching rule applies, so the order can be changed. */
export function MethodRules({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const options = Role.options.map((value) => ({ value, label: t(`shell.roles.${value}`) }))
  const needed = { required: true, whitespace: true, message: t('methods.rules.groupNeeded') }
  return (
    <Form.List name={['config', 'roleRules']}>
      {(rows, { add, remove, move }) => (
        <div className="method-rules" role="group" aria-label={t('methods.roleRules.label')}>
          {rows.map(({ key, name }, index) => (
            <div key={key} className="method-rule">
              <Form.Item name={[name, 'group']} rules={[needed]} validateTrigger={['onBlur', 'onSubmit']}>
                <Input
                  className="mono"
                  placeholder={t('methods.rules.group')}
                  aria-label={t('methods.rules.groupOf', { number: index + 1 })}
                />
              </Form.Item>
              <span aria-hidden="true">→</span>
              <Form.Item name={[name, 'role']}>
                <Select options={options} aria-label={t('methods.rules.roleOf', { number: index + 1 })} />
              </Form.Item>
              <Button
                type="text"
                icon={<ArrowUpOutlined />}
                disabled={disabled || index === 0}
                aria-label={t('methods.rules.up', { number: index + 1 })}
                onClick={() => move(index, index - 1)}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('methods.rules.remove', { number: index + 1 })}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined />} onClick={() => add({ group: '', role: 'role_senior' })}>
            {t('methods.rules.add')}
          </Button>
        </div>
      )}
    </Form.List>
  )
}
