import { Notice } from '@/components/ui/notice';

/** Why an action or a look was refused; nothing while there is no fault. */
export function FaultNotice({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <Notice isAlert tone="danger">
      {fault}
    </Notice>
  );
}
