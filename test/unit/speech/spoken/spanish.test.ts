import { describe, expect, it } from 'vitest';
import { spokenCases, spokenWordsOf } from '#test/support/speech/spoken-cases.ts';

// Sources: numbers, apocope ("veintiún"), ordinals, dates, hours and abbreviations: RAE and ASALE, Ortografía de la lengua española (2010) and
// Diccionario panhispánico de dudas; numbers also CLDR RBNF es; decimal signs by region: CLDR es, es-MX; names of units and currencies: CLDR es.
const CASES = `
## opening hours and other everyday texts
Abierto L-V de 9:00 a 17:30. → Abierto lunes a viernes de nueve horas a diecisiete treinta.
Horario: L a V, 8:00 a 15:00 h. → Horario: lunes a viernes, ocho horas a quince horas.
L–D 10:00–22:00 → lunes a domingo diez horas a veintidós horas
lun. a vie. → lunes a viernes.
Sáb. y dom. cerrado. → sábado y domingo cerrado.
el s. XXI → el siglo veintiuno
La talla L-V → La talla L-V
Vimos el mar a domingos. → Vimos el mar a domingos.
## Días y lenguajes
lun-vie → lunes a viernes
sáb–dom → sábado a domingo
C# y .NET → C sharp y dot net
## Dinero
3,2 millones de € → tres coma dos millones de euros
1.000.000 € → un millón de euros
Cuesta 6,50 €. → Cuesta seis euros con cincuenta.
0,38 € → treinta y ocho céntimos
1 € → un euro
21 € → veintiún euros
31 € → treinta y un euros
1.200,50 € → mil doscientos euros con cincuenta
€1.200,50 → mil doscientos euros con cincuenta
$6.50 → seis dólares con cincuenta
1 £ → una libra
21 £ → veintiuna libras
200 £ → doscientas libras
15,50 CHF → quince francos suizos con cincuenta
EUR 20 → veinte euros
5 USD → cinco dólares
3,5 M€ → tres coma cinco millones de euros
2 millones € → dos millones de euros
1 M€ → un millón de euros
10k € → diez mil euros
10 mil € → diez mil euros
19 €/mes → diecinueve euros al mes
0,10 €/kWh → diez céntimos por kilovatio hora
5–10 € → cinco a diez euros
-5 € → menos cinco euros
9,99 € → nueve euros con noventa y nueve
100 € → cien euros
101 € → ciento un euros
## Magnitudes
3M de usuarios → tres millones de usuarios
5 mill. de euros → cinco millones de euros
10k visitas → diez mil visitas
## Fechas
25/11/2026 → veinticinco de noviembre de dos mil veintiséis
el 25/11/2026 → el veinticinco de noviembre de dos mil veintiséis
el 01/05/2026 → el primero de mayo de dos mil veintiséis
2026-11-25 → veinticinco de noviembre de dos mil veintiséis
el 1 de mayo → el primero de mayo
el 25 de noviembre de 2026 → el veinticinco de noviembre de dos mil veintiséis
el 12 de octubre de 1492 → el doce de octubre de mil cuatrocientos noventa y dos
25 nov. 2026 → veinticinco de noviembre de dos mil veintiséis
en marzo de 1998 → en marzo de mil novecientos noventa y ocho
enero 2026 → enero de dos mil veintiséis
25-11-2026 → veinticinco de noviembre de dos mil veintiséis
el 45/13/2026 → el 45/13/2026
## Años
en 1990 → en mil novecientos noventa
desde 2019 → desde dos mil diecinueve
2019–2023 → dos mil diecinueve a dos mil veintitrés
2019-2023 → dos mil diecinueve a dos mil veintitrés
la temporada 2025/26 → la temporada dos mil veinticinco veintiséis
en 1500 tiendas → en 1500 tiendas
## Horas
a las 17:30 → a las diecisiete treinta
a las 5:00 → a las cinco
a la 1:00 → a la una
a las 17:00 h → a las diecisiete
son 17:00 h → son diecisiete horas
a las 9:05 → a las nueve cinco
a las 21:15 → a las veintiuna quince
0:15 → cero quince
5:30 p. m. → cinco treinta de la tarde.
8 a. m. → ocho de la mañana.
a las 8 a. m. y hoy → a las ocho de la mañana y hoy
9:00–17:00 → nueve horas a diecisiete horas
12:30:05 → doce treinta y cinco segundos
1h 30min → una hora treinta minutos
5 min 30 s → cinco minutos treinta segundos
16:10 pantalla → dieciséis a diez pantalla
## Unidades
5 km → cinco kilómetros
1 km → un kilómetro
21 km → veintiún kilómetros
24h → veinticuatro horas
1 h → una hora
40 s → cuarenta segundos
100 km/h → cien kilómetros por hora
20 m/s → veinte metros por segundo
en km/h → en kilómetros por hora
50 m² → cincuenta metros cuadrados
10 m³ → diez metros cúbicos
3,5 GB → tres coma cinco gigabytes
500 MB → quinientos megabytes
100 Mbit/s → cien megabits por segundo
2,4 GHz → dos coma cuatro gigahercios
15 kWh → quince kilovatios hora
200 ms → doscientos milisegundos
5 kg → cinco kilogramos
1 t → una tonelada
200 t → doscientas toneladas
10 ha → diez hectáreas
1.500 kcal → mil quinientas kilocalorías
12 V → doce voltios
60 fps → sesenta fotogramas por segundo
5 m → cinco metros
750 ml → setecientos cincuenta mililitros
1.013 hPa → mil trece hectopascales
## Porcentajes, grados
10% → diez por ciento
99,9 % → noventa y nueve coma nueve por ciento
3,14 % → tres coma catorce por ciento
0,05 % → cero coma cero cinco por ciento
10-15% → diez a quince por ciento
10 %–15 % → diez a quince por ciento
±2 % → más menos dos por ciento
+3 % → más tres por ciento
-5 °C → menos cinco grados Celsius
20–25 °C → veinte a veinticinco grados Celsius
90° → noventa grados
0,5 ‰ → cero coma cinco por mil
## Intervalos
3–5 días → tres a cinco días
3-5 días → tres a cinco días
páginas 10–12 → páginas diez a doce
Ganamos 3-2. → Ganamos 3-2.
## Fracciones, proporciones
1/2 → un medio
3/4 del total → tres cuartos del total
2/3 → dos tercios
2½ → dos y medio
1 1/2 → uno y medio
8/10 → ocho de diez
(1/2) → (uno de dos)
parte 2/3 → parte dos de tres
24/7 → veinticuatro siete
3:1 → tres a uno
16:9 → dieciséis a nueve
10x más rápido → diez veces más rápido
1x → una vez
1920x1080 → mil novecientos veinte por mil ochenta
3 × 4 → tres por cuatro
y/o → y o
## Signos
5 < 6 → 5 menor que 6
p<0,05 → p menor que 0,05
<1 % → menos de uno por ciento
>50 clientes → más de 50 clientes
≥ 18 → al menos 18
x = 5 → x igual a 5
~20 personas → aproximadamente 20 personas
#1 → número uno
10⁶ → diez elevado a seis
x² → x al cuadrado
2³ → dos al cubo
10⁻³ → diez elevado a menos tres
CO2 → C O dos
H₂O → H dos O
## Teléfono, versiones, direcciones
+34 912 345 678 → más tres cuatro, nueve uno dos, tres cuatro cinco, seis siete ocho
tel. 912 345 678 → teléfono nueve uno dos, tres cuatro cinco, seis siete ocho
v2.0.1 → versión dos punto cero punto uno
192.168.0.1 → ciento noventa y dos punto ciento sesenta y ocho punto cero punto uno
www.ejemplo.es → ejemplo punto E S
https://example.com/ayuda?id=3 → example punto com barra ayuda
info@ejemplo.es → info arroba ejemplo punto E S
informe.pdf → informe punto P D F
## Abreviaturas
p. ej. mañana → por ejemplo mañana
aprox. 20 → aproximadamente 20
Sr. Pérez → señor Pérez
Dra. López → doctora López
n.º 5 → número 5
pág. 12 → página 12
fig. 3 → figura 3
cap. 4 → capítulo 4
peras, uvas, etc. → peras, uvas, etcétera.
EE. UU. gana → Estados Unidos gana
art. 5 → artículo 5
## Ordinales, números romanos
el 1.º → el primero
la 1.ª vez → la primera vez
el 2º → el segundo
la 3ª → la tercera
el 10.º → el décimo
el 15.º → el decimoquinto
el 21.º → el vigésimo primero
el siglo XXI → el siglo veintiuno
Felipe VI → Felipe sexto
Alfonso XIII → Alfonso trece
capítulo IV → capítulo cuatro
la II Guerra Mundial → la Segunda Guerra Mundial
Vitamina C → Vitamina C
la FAQ → la F A Q
k8s → kubernetes
el CEO → el C E O
`;

const MEXICO = `
$1,234.50 → mil doscientos treinta y cuatro dólares con cincuenta
3.5 km → tres punto cinco kilómetros
1,500 m → mil quinientos metros
`;

describe('Spanish as it is spoken', () => {
  it.each(spokenCases(CASES))('%s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'es')).toBe(spoken);
  });

  it.each(spokenCases(MEXICO))('in Mexico: %s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'es-MX')).toBe(spoken);
  });
});
