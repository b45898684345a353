'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';
import { brand } from '@/lib/brand';

/** Opens what the device has for sharing; where it has nothing, the link is copied. */
export function ShareLink({ link }: { link: string }) {
  const t = useTranslations('Invite');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showToast(t('linkCopied'));
    } catch {
      // Some in-app browsers refuse it; the link stands above and can be selected.
      showToast(t('copyFailed'));
    }
  };
  const share = async () => {
    if (typeof navigator.share !== 'function') return copy();
    try {
      await navigator.share({ title: brand.name, text: t('shareText', { brand: brand.name }), url: link });
    } catch (error) {
      // Closing the sheet is no failure; anything else is where copying helps.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') await copy();
    }
  };
  return <Button onClick={() => void share()}>{t('share')}</Button>;
}
