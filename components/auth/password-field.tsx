'use client';
import { useState } from 'react';
import { IconButton } from '../ui/button';
import { Field, type FieldProps } from '../ui/field';
import { Icon } from '../ui/icon';

/** A password with an eye: typing blind on a phone costs more than it protects. */
export function PasswordField({ showLabel, hideLabel, ...field }: FieldProps & { showLabel: string; hideLabel: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      after={
        <IconButton className="-my-2 -mr-2.5" label={isShown ? hideLabel : showLabel} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'eye-off' : 'eye'} size={20} />
        </IconButton>
      }
      autoCapitalize="none"
      maxLength={128}
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
    />
  );
}
