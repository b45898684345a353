import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';

export function NoOpenOrders() {
  const t = useTranslations('Spot');
  return <EmptyState icon="list" text={t('noOpenText')} title={t('noOpen')} />;
}
