// Frames of light, one behind the other, over wet stone: their mist has no end.
#version 3.7;
global_settings {
  assumed_gamma 1 max_trace_level 6 adc_bailout 0.01
  radiosity { count 35 error_bound 0.9 recursion_limit 1 pretrace_start 0.08 pretrace_end 0.02 brightness 1 }
}
camera { location <0.35, 1.25, -6.6> right x * 4 / 3 up y direction z * 1.25 look_at <0, 1.75, 6> }
background { rgb <0.30, 0.10, 0.42> * 0.6 }
fog { distance 22 rgb <0.30, 0.10, 0.42> * 0.62 }
#macro Bar(From, To, Hue)
  cylinder {
    From, To, 0.045
    pigment { rgb 1 } finish { ambient 0 diffuse 0 emission Hue * 1.7 + 0.12 }
  }
#end
#declare Deep = 0;
#while (Deep < 13)
  #declare Way = Deep / 12;
  #declare Hue = (1 - Way) * <0.30, 0.16, 1> + Way * <1, 0.30, 0.36>;
  #declare At = -3.6 + Deep * 1.75;
  #declare Turn = 7 * sin(Deep * 0.9);
  union {
    Bar(<-2.1, 0.02, 0>, <-2.1, 3.9, 0>, Hue)
    Bar(<2.1, 0.02, 0>, <2.1, 3.9, 0>, Hue)
    Bar(<-2.1, 3.9, 0>, <2.1, 3.9, 0>, Hue)
    sphere { <-2.1, 3.9, 0>, 0.045 pigment { rgb 1 } finish { ambient 0 diffuse 0 emission Hue * 2.4 } }
    rotate z * 0 rotate y * Turn
    translate z * At
  }
  light_source { <0, 2.6, At> rgb Hue * 0.35 fade_distance 1.6 fade_power 2 shadowless }
  #declare Deep = Deep + 1;
#end
// The end of the room, and somebody who stands still before it.
sphere { <0, 1.8, 22>, 2.6 pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <1.9, 1.2, 1.3> } scale <1, 1.2, 0.2> translate z * 18 }
union {
  blob {
    threshold 0.5
    cylinder { <-0.09, 0.05, 0>, <-0.08, 0.85, 0>, 0.15, 1 }
    cylinder { <0.10, 0.05, 0>, <0.07, 0.85, 0>, 0.15, 1 }
    cylinder { <0, 0.75, 0>, <0, 1.32, 0>, 0.27, 1 }
    cylinder { <-0.19, 1.36, 0>, <-0.25, 0.86, 0.02>, 0.11, 1 }
    cylinder { <0.19, 1.36, 0>, <0.27, 0.86, 0.02>, 0.11, 1 }
    cylinder { <-0.17, 1.37, 0>, <0.17, 1.37, 0>, 0.13, 1 }
    cylinder { <0, 1.35, 0>, <0, 1.52, 0>, 0.10, 1 }
    sphere { <0, 1.62, 0>, 0.17, 1.2 }
    scale <1, 1, 0.7>
  }
  pigment { rgb 0.01 } finish { ambient 0 diffuse 0.5 specular 0.1 }
  rotate y * 12
  translate <-0.25, 0, 2.6>
}
plane {
  y, 0
  pigment { rgb <0.05, 0.045, 0.06> }
  normal { average normal_map { [1 bumps 0.05 scale <0.5, 1, 0.2>] [1 bumps 0.02 scale 0.1] } }
  finish { ambient 0 diffuse 0.5 reflection { 0.2, 0.9 falloff 2.5 } }
}
#declare Wall = texture { pigment { rgb <0.075, 0.07, 0.09> } finish { ambient 0 diffuse 0.75 reflection 0.10 } normal { bumps 0.02 scale 2 } }
plane { x, -3.2 texture { Wall } }
plane { -x, -3.2 texture { Wall } }
plane { -y, -4.8 texture { Wall } }
