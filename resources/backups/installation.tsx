import { useQuery } from '@tanstack/react-query'
import { Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { backups } from '#contract/backups.ts'
import { call } from '#providers/call.ts'
import { formatBytes, formatExact } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'

/** The newest backups of the whole installation, and the commands that make one and try it out. */
export function InstallationBackups() {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['backups', 'installation'],
    queryFn: () => call(backups.installation, {}, { quiet: true, aside: true }),
  })
  return (
    <section className="backup-installation" aria-labelledby="backup-installation">
      <h2 id="backup-installation">{t('backups.installation.title')}</h2>
      <p className="backup-fixed">{t('backups.installation.means')}</p>
      <Loaded query={query}>
        {({ folder, list }) => (
          <>
            {folder && <p className="backup-fixed">{t('backups.folder.fixed', { folder })}</p>}
            {list.length > 0 ? (
              <ul className="backup-runs">
                {list.map(({ id, state, time, bytes }) => (
                  <li key={id}>
                    <span className="record-two">
                      {time ? formatExact(time, i18n.language) : id}
                      <small>
                        {t(`backups.installation.states.${state}`)} {bytes > 0 && formatBytes(bytes)}
                      </small>
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <p>{t(folder ? 'backups.installation.none' : 'backups.installation.noFolder')}</p>
            )}
            <Typography.Text code copyable>
              {`npm run backup -- --to ${folder ?? '/mnt/backup/dataspace'} --keep 14`}
            </Typography.Text>
            <Typography.Text code copyable>
              {`npm run restore -- --from ${folder ?? '/mnt/backup/dataspace'} --verify`}
            </Typography.Text>
          </>
        )}
      </Loaded>
    </section>
  )
}
