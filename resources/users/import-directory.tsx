import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { IMPORT_ROWS_MAX } from '#contract/core/limits.ts'
import { type Method, methods } from '#contract/methods.ts'
import { users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { type DirectoryWish, directorySource, type ImportSource } from './import-source.ts'

/** The directories that people sign in by now. */
export function useDirectories(): Method[] {
  const { data } = useQuery({
    queryKey: ['methods', 'directories'],
    queryFn: () => call(methods.list, {}, { quiet: true, aside: true }),
  })
  return (data ?? []).filter(({ kind, isOn }) => kind === 'ldap' && isOn)
}

type Props = {
  /** The last previewed selection. */
  last: ImportSource | null
  directories: Method[]
  /** Rejects with what the directory or the filter was refused for. */
  onSource: (source: ImportSource) => Promise<void>
}

/** Selects the people to preview from a directory. */
export function ImportDirectory({ last, directories, onSource }: Props) {
  const { t, i18n } = useTranslation()
  const [form] = Form.useForm<DirectoryWish>()
  const { run, isBusy, problem } = useFormTask(form)
  const field = useFields(users.importDirectory.input, 'users')
  const nameOf = ({ name }: Method) => name[i18n.language === 'en' ? 'en' : 'zh']
  const look = (wish: DirectoryWish) => {
    const method = directories.find(({ id }) => id === wish.methodId)
    if (method) return run(() => onSource(directorySource(wish, method, nameOf(method))))
  }
  return (
    <>
      <p className="users-hint">{t('users.directory.hint', { count: IMPORT_ROWS_MAX })}</p>
      <Form
        form={form}
        layout="vertical"
        className="user-form"
        initialValues={last?.wish ?? { methodId: directories[0]?.id, filter: '', org: '' }}
        onFinish={look}
      >
        <Form.Item {...field('methodId')}>
          <Select options={directories.map((one) => ({ value: one.id, label: nameOf(one) }))} />
        </Form.Item>
        <Form.Item {...field('org')} extra={t('users.directory.orgHint')}>
          <Input />
        </Form.Item>
        <Form.Item {...field('filter')} extra={t('users.directory.filterHint')} className="wide">
          <Input placeholder="(department=Limnology)" spellCheck={false} />
        </Form.Item>
        <div className="wide">
          <FormEnd submit={t('users.directory.look')} isBusy={isBusy} problem={problem} />
        </div>
      </Form>
    </>
  )
}
